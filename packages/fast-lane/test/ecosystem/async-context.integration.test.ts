import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { settle } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { type Lane, onLane, request, sameOnEveryLane, talkTo } from './lanes.ts';

/** For each request and each place, the request whose context was active there. */
type Seen = Record<string, Record<string, string>>;

/** Runs the callback, or everything after it, in a context. */
type Enter = (storage: AsyncLocalStorage<string>, store: string, work: () => void) => void;

const run: Enter = (storage, store, work) => storage.run(store, work);
const enterWith: Enter = (storage, store, work) => {
  storage.enterWith(store);
  work();
};

const get = (path: string): string => request(`GET ${path}`);
const post = (path: string, body = 'body'): string => request(`POST ${path}`, [], body);

/** What is sent over one connection, and how many responses are read in between. */
const steps: readonly { readonly bytes: string; readonly responses: number }[] = [
  { bytes: get('/1') + post('/2') + get('/3/late') + get('/4/soon') + post('/5/body'), responses: 5 },
  { bytes: get('/6'), responses: 1 },
  { bytes: post('/7/body').slice(0, -2), responses: 0 },
  { bytes: post('/7/body').slice(-2) + get('/8/late') + get('/9') + get('/10/soon'), responses: 4 },
  { bytes: post('/11').slice(0, -2), responses: 1 },
  { bytes: post('/11').slice(-2) + get('/12'), responses: 1 },
  { bytes: post('/13/body', 'x'.repeat(40_000)) + get('/14/pieces') + get('/15'), responses: 3 },
];

/** How reading stops, and resumes in the context of `/1`. */
interface Pause {
  /** What is sent before `/other`, each part once the previous one was read. */
  readonly parts: readonly string[];
  /** Responds to earlier requests, and returns a function that resumes the socket. */
  readonly pause: (req: IncomingMessage, res: ServerResponse) => (() => unknown) | undefined;
}

const longBody = post('/1', 'x'.repeat(70_100));

const pauses: Readonly<Record<string, Pause>> = {
  'long queued responses': {
    parts: [get('/1') + get('/2') + get('/3')],
    pause(req, res) {
      if (req.url === '/1') return () => res.end();
      res.end('x'.repeat(100_000));
      return undefined;
    },
  },
  'an unread body': {
    parts: [longBody.slice(0, -100), longBody.slice(-100)],
    pause: (req, res) => () => req.resume().on('end', () => res.end()),
  },
  'a handler that pauses the socket': {
    parts: [get('/1')],
    pause({ socket }, res) {
      queueMicrotask(() => socket.pause());
      return () => {
        res.end();
        socket.resume();
      };
    },
  },
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function contextAfter(lane: Lane, { parts, pause }: Pause): Promise<string> {
  const storage = new AsyncLocalStorage<string>();
  let other = 'never came';
  let socket: Socket | undefined;
  let goOn: (() => unknown) | undefined;
  const server = createServer((req, res) => {
    if (req.url === '/other') {
      other = storage.getStore() ?? 'none';
      res.end();
      return;
    }
    storage.run(req.url ?? '', () => {
      const resume = pause(req, res);
      if (resume !== undefined) goOn = AsyncResource.bind(resume);
    });
  });
  server.on('connection', (accepted) => {
    socket = accepted;
  });
  await talkTo(lane.over(server), async ({ connect }) => {
    const client = await connect();
    let length = 0;
    for (const part of [...parts, get('/other')]) {
      await client.send(part);
      length += part.length;
      // A paused socket isn't read: later bytes stay in the system's buffer.
      for (let turns = 0; turns < 100 && socket?.bytesRead !== length; turns++) await nextTurn();
    }
    goOn?.();
    await client.responses((parts.join('').match(/HTTP/g)?.length ?? 0) + 1);
  });
  return other;
}

/**
 * Sends two requests over each of two connections, ends both first responses in the same tick, and returns the contexts of
 * the other events.
 */
async function contextsOfTwo(lane: Lane): Promise<Record<string, string>> {
  const storage = new AsyncLocalStorage<string>();
  const seen: Record<string, string> = {};
  const firsts: (() => void)[] = [];
  const server = createServer(({ url = '' }, res) => {
    storage.run(url, () => {
      if (url.endsWith('1')) firsts.push(AsyncResource.bind(() => void res.end()));
      else {
        for (const event of ['socket', 'drain']) {
          res.on(event, () => {
            seen[`${event} of ${url}`] = storage.getStore() ?? 'none';
          });
        }
        // So that it drains.
        res.write('x'.repeat(100_000));
        res.on('drain', () => res.end());
      }
      if (firsts.length === 2 && url === '/b2') setImmediate(() => firsts.map((end) => end()));
    });
  });
  await talkTo(lane.over(server), async ({ connect }) => {
    const [a, b] = [await connect(), await connect()];
    await a.send(get('/a1') + get('/a2'));
    while (firsts.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await b.send(get('/b1') + get('/b2'));
    await Promise.all([a.responses(2), b.responses(2)]);
  });
  return seen;
}

async function contextsOn(lane: Lane, enter: Enter): Promise<Seen> {
  const storage = new AsyncLocalStorage<string>();
  const seen: Seen = {};
  const listener: RequestListener = (req, res) => {
    const path = req.url ?? '';
    const places: Record<string, string> = {};
    seen[path] = places;
    const note = (place: string) => (): void => {
      places[place] = storage.getStore() ?? 'none';
    };
    const response = (): void => {
      note('response')();
      if (path.endsWith('/pieces')) res.write('a piece');
      res.end(path, note('end callback'));
    };
    note('request')();
    enter(storage, path, () => {
      note('inside')();
      queueMicrotask(note('microtask'));
      process.nextTick(note('tick'));
      setImmediate(note('immediate'));
      res.on('finish', note('finish')).on('close', note('response close'));
      if (req.method === 'POST')
        req.on('data', note('data')).on('end', note('end')).on('close', note('close'));
      if (path.endsWith('/late')) setTimeout(response, 8);
      else if (path.endsWith('/soon') || path.endsWith('/pieces')) setTimeout(response, 1);
      else if (path.endsWith('/body')) req.on('end', response);
      else response();
    });
  };
  await talkTo(lane.over(createServer(listener)), async ({ connect }) => {
    const client = await connect();
    for (const { bytes, responses } of steps) {
      const texts = await client.exchange(bytes, responses);
      expect(texts.length).toBe(responses);
      // The events of the last response may come after its last byte.
      await settle();
    }
  });
  return seen;
}

/** The entries of `seen` that are neither the empty context nor the request's own. */
function leaks(seen: Seen): string[] {
  return Object.entries(seen).flatMap(([path, places]) =>
    Object.entries(places)
      .filter(([, store]) => store !== 'none' && store !== path)
      .map(([place, store]) => `${store} in ${place} of ${path}`),
  );
}

/** Where a request's own context must be active. A response's events run in the context of its `end()`. */
function ownPlaces(path: string, { response = '' }: Record<string, string>): Record<string, string> {
  const begun = { inside: path, microtask: path, tick: path, immediate: path };
  // As in Node, a body that arrives later ends in the connection's context.
  const responded = path.endsWith('/body') ? {} : { response: path };
  return { ...begun, ...responded, finish: response, 'end callback': response };
}

const leaksAreNodes = Number.parseInt(process.versions.node, 10) < 24;

describe.each(['fast', 'lazy'] as const)('in the %s lane', (name) => {
  test('a context from run() is active in everything that a request starts, and in no other request', async () => {
    const { shown: seen } = await onLane(name, (lane) => contextsOn(lane, run));
    expect(leaks(seen)).toEqual([]);
    for (const [path, places] of Object.entries(seen)) {
      expect({ [path]: places }).toMatchObject({ [path]: { request: 'none', ...ownPlaces(path, places) } });
    }
  });

  test('a context from enterWith() leaks into another request only where it does in plain Node', async () => {
    const [{ shown: plain }, { shown: seen }] = [
      await onLane('node', (lane) => contextsOn(lane, enterWith)),
      await onLane(name, (lane) => contextsOn(lane, enterWith)),
    ];
    const known = new Set(leaksAreNodes ? leaks(plain) : []);
    expect(leaks(seen).filter((leak) => !known.has(leak))).toEqual([]);
    for (const [path, places] of Object.entries(seen)) {
      expect({ [path]: places }).toMatchObject({ [path]: ownPlaces(path, places) });
    }
  });

  test.each(Object.entries(pauses))(
    'a chunk after a pause is not read in a request’s context: %s',
    async (_, pause) => {
      const { shown: context } = await onLane(name, (lane) => contextAfter(lane, pause));
      expect(context).toBe('none');
    },
  );

  test('response events never run in the context of another connection', async () => {
    const { shown: seen } = await onLane(name, contextsOfTwo);
    expect(seen).toMatchObject({ 'socket of /a2': '/a1', 'socket of /b2': '/b1' });
    expect(Object.entries(seen).filter(([place, store]) => place.at(-2) !== store.at(1))).toEqual([]);
  });

  test('every place is reached as often as in plain Node', async () => {
    const [{ shown: plain }, { shown: seen }] = [
      await onLane('node', (lane) => contextsOn(lane, run)),
      await onLane(name, (lane) => contextsOn(lane, run)),
    ];
    const placesOf = (all: Seen): [string, string[]][] =>
      Object.entries(all).map(([path, places]) => [path, Object.keys(places).sort()]);
    expect(placesOf(seen)).toEqual(placesOf(plain));
  });
});

describe('a context entered by a connection listener is active in each of its requests', () => {
  const storage = new AsyncLocalStorage<string>();
  const listener: RequestListener = (req, res) => {
    req.resume().on('end', () => res.end(`${req.url} ${storage.getStore()}`));
  };
  const ways: Readonly<Record<string, (server: Server) => Server>> = {
    'by a listener before the server’s own': (server) =>
      server.prependListener('connection', () => storage.enterWith('entered')),
    'by the code that passes connections to the server': (server) =>
      createNetServer((socket) => storage.run('entered', () => server.emit('connection', socket))) as Server,
  };
  test.each(Object.entries(ways))('%s', async (_, way) => {
    const bodies = await sameOnEveryLane((lane) =>
      talkTo(way(lane.over(createServer(listener))), async ({ connect }) => {
        const client = await connect();
        const responses = await client.exchange(get('/1') + post('/2') + get('/3'), ['GET', 'POST', 'GET']);
        await client.send(post('/4').slice(0, -2));
        await nextTurn();
        responses.push(...(await client.exchange(post('/4').slice(-2), ['POST'])));
        return responses.map(({ body }) => body);
      }),
    );
    expect(bodies).toEqual(['/1 entered', '/2 entered', '/3 entered', '/4 entered']);
  });
});
