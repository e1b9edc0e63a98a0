// `layer.match` for paths that tools compare.
import { inspect } from 'node:util';
import type { RequestHandler, Router } from 'express';
import { get } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';
import { reports } from './shows.ts';

interface Layer {
  match(path: string): { params: Record<string, unknown>; pattern: unknown } | false;
}

const paths = ['/foo/bar', '/bar', '/foo/%zz', '/%zz', '/a%20b', '/', '/foo/bar/'];

const matches = (...patterns: (string | RegExp)[]) =>
  reports((express: Express) => {
    const router = express.Router();
    for (const pattern of patterns) router.get(pattern, () => {}).use(pattern, () => {});
    return (router as unknown as { stack: Layer[] }).stack.map((layer) =>
      paths.map((path) => {
        try {
          const match = layer.match(path);
          return match && { ...match, params: { ...match.params }, pattern: inspect(match.pattern) };
        } catch (error) {
          const { message, status } = error as Error & { status?: number };
          return [message, status, error instanceof URIError];
        }
      }),
    );
  });

/** Routes and middleware of which one layer, by its index, matches what `replace` says. */
const replaced = (
  index: number,
  replace: (match: Layer['match']) => (path: string) => unknown,
): Cases[string][string] => ({
  app: (express) => {
    const app = express().set('env', 'production');
    const tells =
      (name: string): RequestHandler =>
      (req, res, next) => {
        res.append('X-Way', `${name} ${req.baseUrl}|${req.url} ${JSON.stringify(req.params)}`);
        next();
      };
    app.use('/a', tells('mounted'));
    app.get('/a/:id', tells('param'));
    app.get('/a/b', tells('static'));
    app.use(tells('all'));
    app.all(/b$/, tells('expression'));
    app.use(/\/b$/, tells('suffix'));
    app.use((_req, res) => void res.end('end'));
    const layer = (app.router as unknown as { stack: Layer[] }).stack[index] as Layer;
    const original = layer.match;
    layer.match = replace((path) => original.call(layer, path)) as Layer['match'];
    return app;
  },
  asks: ['/', '/a', '/a/b', '/a.b', '/a/c?x=1', '/b', '/b/b', '/c/d', '/a/%zz'].map((path) => get(path)),
});

const inverted: Record<string, Cases[string][string]> = Object.fromEntries(
  ['mounted', 'param', 'static', 'all', 'expression', 'suffix'].flatMap((name, index) => [
    [`that never matches, of the layer ${name}`, replaced(index, () => () => false)],
    [
      `that matches every path, of the layer ${name}`,
      replaced(index, () => () => ({ params: { own: '1' }, path: '', keys: ['own'], pattern: '/' })),
    ],
    [`that calls the original, of the layer ${name}`, replaced(index, (match) => (path) => match(path))],
    [
      `that matches less, of the layer ${name}`,
      replaced(index, (match) => (path) => path !== '/a/b' && match(path)),
    ],
    [
      `that throws, of the layer ${name}`,
      replaced(index, () => () => {
        throw Object.assign(new Error('no match'), { status: 418 });
      }),
    ],
  ]),
);

const cases: Cases = {
  'a replaced layer.match': inverted,
  'layer.match': {
    'of a regular expression': matches(/bar$/, /o(.)/, /^\/foo/, /(?<name>b.)r/),
    'of a param': matches('/:id', '/foo/:id'),
    'of text': matches('/foo', '/foo/bar', '/'),
    'returns params of its own': reports((express) => {
      const router = express.Router().use(() => {}) as Router;
      const [layer] = (router as unknown as { stack: Layer[] }).stack;
      const first = layer?.match('/');
      if (first) first.params.changed = true;
      return layer?.match('/');
    }),
  },
};

compare(cases);
