import { createServer, IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const shown = (req: IncomingMessage): object => {
  const { complete, aborted, destroyed, readable, readableEnded, readableFlowing, readableLength } = req;
  const { readableAborted, readableDidRead, closed, errored } = req;
  const state = { complete, aborted, destroyed, readable, readableEnded, readableFlowing, readableLength };
  return { ...state, readableAborted, readableDidRead, closed, errored };
};

/** What handlers do with a body. */
const readings: Readonly<Record<string, (req: IncomingMessage, done: () => void) => unknown>> = {
  nothing: (_req, done) => done(),
  'nothing and responds later': (_req, done) => setImmediate(done),
  data: (req, done) => req.on('data', () => {}).on('end', done),
  'resume()': (req, done) => req.on('end', done).resume(),
  'read()': (req, done) => req.on('readable', () => void req.read()).on('end', done),
  'nothing, with an end listener': (req, done) => {
    req.on('end', () => {});
    done();
  },
  'one piece': (req, done) => req.once('data', () => done()),
  'pause() after the first piece': (req, done) => {
    req.once('data', () => {
      req.pause();
      setImmediate(() => req.on('end', done).resume());
    });
  },
  'for await': async (req, done) => {
    for await (const _chunk of req);
    done();
  },
  'setEncoding()': (req, done) =>
    req
      .setEncoding('utf8')
      .on('data', () => {})
      .on('end', done),
};

const bodies: Readonly<Record<string, string>> = {
  'no body': request('GET /'),
  'an empty body': request('POST /', [], ''),
  'a body': request('POST /', [], 'content'),
};

test.each(
  Object.keys(bodies).flatMap((body) => Object.keys(readings).map((reading) => [body, reading] as const)),
)('a request with %s looks the same as in Node, what its handler reads: %s', async (body, reading) => {
  if (body !== 'a body' && reading.includes('piece')) return;
  await sameOnEveryLane((lane) => {
    const states: unknown[] = [];
    const requests: IncomingMessage[] = [];
    const server = lane.over(
      createServer((req, res) => {
        requests.push(req);
        states.push(shown(req));
        void readings[reading]?.(req, () => {
          states.push(shown(req));
          res.end('ok');
        });
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      const text = bodies[body] ?? '';
      await client.exchange(text);
      await client.exchange(text);
      while (requests.some(({ closed }) => !closed)) await new Promise((resolve) => setImmediate(resolve));
      return { states, last: requests.map(shown) };
    });
  });
});

const methods = ['push', 'read', 'resume', 'destroy', '_destroy', '_dump', 'emit'] as const;

/** Wraps methods of an object to record their calls. */
function watch(object: object, notes: string[]): () => void {
  const before = methods.map((name) => [name, Object.getOwnPropertyDescriptor(object, name)] as const);
  for (const name of methods) {
    const native = Reflect.get(object, name);
    const value = function (this: IncomingMessage, ...args: unknown[]): unknown {
      notes.push(`${this.url} ${name}`);
      return Reflect.apply(native, this, args);
    };
    Object.defineProperty(object, name, { value, writable: true, configurable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(object, name);
      else Object.defineProperty(object, name, descriptor);
    }
  };
}

test.each(
  Object.keys(bodies).flatMap((body) => ['the request', 'the class'].map((whose) => [body, whose] as const)),
)('an unread request with %s is ended by the methods that %s has by then', async (body, whose) => {
  const notes = await sameOnEveryLane(async (lane) => {
    const notes: string[] = [];
    const requests: IncomingMessage[] = [];
    let undo = (): void => {};
    const server = lane.over(
      createServer((req, res) => {
        requests.push(req);
        if (whose === 'the request') watch(req, notes);
        res.end('ok');
      }),
    );
    try {
      return await talkTo(server, async ({ connect }) => {
        const client = await connect();
        if (whose === 'the class') {
          await client.exchange(bodies[body] ?? '');
          undo = watch(IncomingMessage.prototype, notes);
        }
        await client.exchange(bodies[body] ?? '');
        while (requests.some(({ closed }) => !closed)) await new Promise((resolve) => setImmediate(resolve));
        return [...new Set(notes)].sort();
      });
    } finally {
      undo();
    }
  });
  expect(notes).toContain('/ destroy');
});
