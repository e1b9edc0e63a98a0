// Which members of requests and responses are own, enumerable and `in` the object, wherever code of an application can look.
import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import type { Application, ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Express, fastLane, nodeLane, VERSION_5 } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

type Message = Request | Response;

/** A layer of a generated application. */
interface Layer {
  readonly kind: 'middleware' | 'prefix' | 'route' | 'failing' | 'catching' | 'router' | 'application';
  /** Those of a router or an application. */
  readonly layers?: readonly Layer[];
}

/** What code can find out about the members of a message. */
interface Members {
  readonly own: readonly string[];
  readonly enumerable: readonly string[];
  readonly listed: readonly string[];
  readonly contained: readonly string[];
  readonly missing: readonly string[];
}

/** A place in an application, and what was found there. */
type Finding = readonly [place: string, req: Members, res: Members, hasPrototype: boolean];

/** Members that packages add which Express calls for its pages, and those that only we have. */
const OTHERS = new Set([
  ...['_parsedOriginalUrl', '__onFinished', '_eventsCount', 'constructor'],
  ...['pathname', 'search', 'log', 'signal', 'sse'],
]);

/** Members of Express at one place or another, besides those of its prototypes. */
const PLACED = [
  ...['app', 'baseUrl', 'body', 'cookies', 'locals', 'next', 'originalUrl', 'params', 'query', 'req', 'res'],
  ...['route', '_parsedUrl'],
];

/** The names of an object and its prototypes. */
function namesOf(object: object): string[] {
  const names: string[] = [];
  for (let from = object; from !== null; from = Object.getPrototypeOf(from)) {
    names.push(...Object.getOwnPropertyNames(from));
  }
  return names;
}

/** The names that the messages of Node have. */
async function nativeNames(): Promise<ReadonlySet<string>> {
  let names: string[] = [];
  const { url, close } = await listen(
    createServer((req, res) => {
      names = [...namesOf(req), ...namesOf(res)].filter((name) => name !== 'req');
      res.end();
    }),
  );
  await (await fetch(url)).text();
  await close();
  return new Set(names);
}

const native = await nativeNames();

function membersOf(message: Message, known: readonly string[]): Members {
  const named = (names: readonly string[]): string[] =>
    [...new Set(names)].filter((name) => !native.has(name) && !OTHERS.has(name)).sort();
  const own = Object.getOwnPropertyNames(message);
  const listed: string[] = [];
  for (const name in message) listed.push(name);
  return {
    own: named(own),
    enumerable: named(Object.keys({ ...message })),
    listed: named(listed),
    contained: named(known.filter((name) => name in message)),
    missing: named(own.filter((name) => message[name as keyof Message] === undefined)),
  };
}

/** Builds an application that notes at each place what messages have. */
function build(express: Express, layers: readonly Layer[], findings: Finding[]): Application {
  const known = [...PLACED, ...Object.keys(express.request), ...Object.keys(express.response)];
  const notes = (place: string, app: Application, req: Request, res: Response): void => {
    const hasPrototype = Object.getPrototypeOf(req) === (app as unknown as { request: object }).request;
    findings.push([place, membersOf(req, known), membersOf(res, known), hasPrototype]);
  };
  const fill = (target: Router, app: Application, parts: readonly Layer[], at: string): void => {
    for (const [index, part] of parts.entries()) {
      const place = `${at} ${index} ${part.kind}`;
      const passes: RequestHandler = (req, res, next) => {
        notes(place, app, req, res);
        next();
      };
      const catches: ErrorRequestHandler = (error, req, res, next) => {
        notes(place, app, req, res);
        next(index % 2 === 0 ? error : undefined);
      };
      if (part.kind === 'middleware') target.use(passes);
      else if (part.kind === 'prefix') target.use('/a', passes);
      else if (part.kind === 'route') target.get('/a/:id', passes, passes);
      else if (part.kind === 'failing') {
        target.get('/a/b', () => {
          throw new Error(place);
        });
      } else if (part.kind === 'catching') target.use(catches);
      else if (part.kind === 'router') {
        const router = express.Router();
        fill(router, app, part.layers ?? [], place);
        target.use('/a', router);
      } else {
        const inner = express().set('env', 'test');
        fill(inner as unknown as Router, inner, part.layers ?? [], place);
        target.use('/a', inner);
      }
    }
  };
  const app = express().set('env', 'test');
  app.use((req, res, next) => {
    notes('first', app, req, res);
    res.on('finish', () => notes('finish', app, req, res));
    next();
  });
  fill(app as unknown as Router, app, layers, '');
  app.get('/a/a/a/end', (_req, res) => void res.send('end'));
  return app;
}

const TARGETS = ['/a/b', '/a/a/b?x=1', '/a/a/a/b', '/a/a/a/end', '/other'];
const METHODS = ['GET', 'OPTIONS', 'HEAD'];

async function findingsOf(
  express: Express,
  lane: typeof nodeLane,
  layers: readonly Layer[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const server = await lane(build(express, layers, findings));
  try {
    for (const target of TARGETS) {
      for (const method of METHODS) {
        findings.push([`${method} ${target}`, {} as Members, {} as Members, true]);
        await (await fetch(`${server.url}${target}`, { method })).text();
      }
    }
  } finally {
    await server.close();
  }
  return findings;
}

const { layers: generated } = fc.letrec<{ layer: Layer; layers: readonly Layer[] }>((tie) => ({
  layers: fc.array(tie('layer'), { minLength: 1, maxLength: 5 }),
  layer: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constantFrom('middleware', 'prefix', 'route', 'failing', 'catching') }),
    fc.record({ kind: fc.constantFrom('router', 'application'), layers: tie('layers') }),
  ),
}));

const pairs = { 4: VERSION_4, 5: VERSION_5 };

describe.each(Object.entries(pairs))('messages of Express %s', (_version, { ours, theirs }) => {
  test.each([
    ["Node's lane", nodeLane],
    ['the fast lane', fastLane],
  ])(
    'have the members that Express gives them, everywhere in generated applications in %s',
    async (_lane, lane) => {
      await fc.assert(
        fc.asyncProperty(generated, async (layers) => {
          const expected = await findingsOf(theirs, nodeLane, layers);
          const actual = await findingsOf(ours, lane, layers);
          // The lane makes objects of a subclass, and keeps it.
          const compared = (findings: readonly Finding[]): unknown =>
            findings.map(([place, req, res, hasPrototype]) => [
              place,
              req,
              res,
              lane === nodeLane ? hasPrototype : undefined,
            ]);
          expect(compared(actual)).toEqual(compared(expected));
        }),
        { numRuns: 20 },
      );
    },
  );

  test.each(['request', 'response'] as const)(
    'the %s of a mounted application inherits its members',
    (name) => {
      const ownOf = (express: Express): string[] => {
        const inner = express();
        express().use('/inner', inner);
        return Object.keys((inner as unknown as Record<typeof name, object>)[name]);
      };
      expect(ownOf(ours)).toEqual(ownOf(theirs));
    },
  );

  test.each(['request', 'response'] as const)('express.%s has enumerable members', (name) => {
    const keysOf = (express: Express): string[] => Object.keys(express[name]).sort();
    expect(keysOf(ours)).toEqual(keysOf(theirs));
    const listedOf = (express: Express): string[] => {
      const names: string[] = [];
      for (const each in (express() as unknown as Record<typeof name, object>)[name]) names.push(each);
      return names.filter((each) => !native.has(each)).sort();
    };
    expect(listedOf(ours)).toEqual(listedOf(theirs));
  });
});
