// Classes that extend the router, and the properties of a router.
import type { Request, RequestHandler, Response, Router, RouterOptions } from 'express';
import { get } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';
import { reports, text } from './shows.ts';

type RouterClass = new (options?: RouterOptions) => Router;
/** Express's types declare the methods as properties, which a method cannot override. */
declare class Untyped {
  use(...args: unknown[]): unknown;
}
type UntypedClass = typeof Untyped;
type Properties = Router & RouterOptions & { params: Record<string, unknown[]> };

const shows: RequestHandler = (req: Request, res: Response) => void res.end(text({ ...req.params }));

/** An application whose router is changed after it was made. */
const changed = (change: (router: Properties) => void, options?: RouterOptions) => (express: Express) => {
  const router = express.Router(options) as unknown as Properties;
  change(router);
  router.get('/B/:y', shows);
  return express().use('/a/:x', router);
};

const asks = ['/a/1/B/2', '/a/1/b/2', '/a/1/B/2/'].map((path) => get(path));

const cases: Cases = {
  'a class that extends Router': {
    'has its methods': reports((express) => {
      class Extended extends (express.Router as unknown as RouterClass) {
        readonly own: number;
        constructor(options?: RouterOptions) {
          super(options);
          this.own = 1;
        }
        hello() {
          return this.own;
        }
      }
      const router = new Extended({ strict: true });
      return [
        router.hello(),
        router instanceof Extended,
        router instanceof express.Router,
        typeof router,
        Object.keys(router),
        router.constructor === Extended,
      ];
    }),
    'overrides use': {
      app: (express) => {
        class Prefixed extends (express.Router as unknown as UntypedClass) {
          override use(...args: unknown[]): unknown {
            return super.use('/prefix', ...args);
          }
        }
        const router = new Prefixed();
        router.use((req: Request, res: Response) => void res.end(req.baseUrl));
        return express().use('/mount', router as unknown as Router);
      },
      asks: [get('/mount/prefix'), get('/mount')],
    },
    'overrides handle': {
      app: (express) => {
        class Counted extends (express.Router as unknown as RouterClass) {
          handle(...args: [Request, Response, () => void]): void {
            args[1].setHeader('X-Counted', 'yes');
            (express.Router.prototype as unknown as { handle(...args: unknown[]): void }).handle.apply(
              this,
              args,
            );
          }
        }
        return express().use(new Counted().get('/', shows) as unknown as Router);
      },
      asks: [get('/')],
    },
    'is a function that calls Router': reports((express) => {
      function Extended(this: object, options?: RouterOptions) {
        return (express.Router as unknown as (options?: RouterOptions) => Router).call(this, options);
      }
      Extended.prototype = Object.create(express.Router.prototype as object, {
        hello: { value: () => 'hello' },
      });
      const router = new (Extended as unknown as new () => { hello(): string })();
      return [router.hello(), router instanceof express.Router];
    }),
  },
  'a router': {
    'has properties': reports((express) =>
      [undefined, { mergeParams: true, caseSensitive: true, strict: 1 }].map((options) => {
        const router = express.Router(options as unknown as RouterOptions) as unknown as Properties;
        router.param('id', () => {});
        return [
          router.mergeParams,
          router.caseSensitive,
          router.strict,
          Object.keys(router.params),
          router.params.id?.length,
          Object.keys(router).sort(),
        ];
      }),
    ),
    'merges params when mergeParams is assigned': {
      app: changed((router) => {
        router.mergeParams = true;
      }),
      asks,
    },
    'no longer merges params when mergeParams is removed': {
      app: changed(
        (router) => {
          router.mergeParams = false;
        },
        { mergeParams: true },
      ),
      asks,
    },
    'is case-sensitive when caseSensitive is assigned': {
      app: changed((router) => {
        router.caseSensitive = true;
      }),
      asks,
    },
    'is strict when strict is assigned': {
      app: changed((router) => {
        router.strict = true;
      }),
      asks,
    },
    'has no param callbacks when params is assigned': {
      app: changed((router) => {
        router.param('y', (_req, res) => void res.end('param'));
        router.params = {};
      }),
      asks,
    },
  },
};

compare(cases);
