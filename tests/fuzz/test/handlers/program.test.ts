import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manners } from '../../handlers/body.mjs';
import { type Exchange, generateExchange, observeExchange } from '../../handlers/exchange.mjs';
import { generateProgram, type Program, type Step } from '../../handlers/program.mjs';
import { wraps } from '../../handlers/wrap.mjs';
import { Random } from '../../random.mjs';

const servers: Server[] = [];

function start(server: Server): Promise<Server> {
  servers.push(server);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let one: Server;
let other: Server;

beforeAll(async () => {
  [one, other] = await Promise.all([start(createServer()), start(createServer())]);
});

afterAll(() => {
  for (const server of servers) server.close();
});

function exchangeOf(...programs: Program[]): Exchange {
  const requests = programs.map((program, index) => ({
    text: `POST /${index} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody`,
    program,
  }));
  return { requests, cuts: [], pause: 1, farewell: 'wait', patience: 5 };
}

async function observe(...programs: Program[]): Promise<string> {
  return (await observeExchange(one, exchangeOf(...programs))).join('\n');
}

test('a program is the same for the same seed, and survives JSON', () => {
  for (let seed = 0; seed < 200; seed++) {
    const program = generateProgram(new Random(seed));
    expect(program).toEqual(generateProgram(new Random(seed)));
    expect(JSON.parse(JSON.stringify(program))).toEqual(program);
  }
});

/** What a step does, without its values. */
function deed(step: Step): string {
  if (step[0] === 'call' || step[0] === 'set') return `${step[1]}.${step[2]}`;
  if (step[0] === 'pipe') return `pipe and ${step[2]}`;
  return `${step[0]} ${step[1] ?? ''}`.trim();
}

test('every kind of step is made, with each method, manner and event', () => {
  const made = new Set<string>();
  const count = (steps: Program) => {
    for (const step of steps) {
      made.add(deed(step));
      if (step[0] === 'on') count(step[3]);
    }
  };
  for (let seed = 0; seed < 5_000; seed++) count(generateProgram(new Random(seed)));
  const methods = [
    ...['setHeader', 'appendHeader', 'removeHeader', 'setHeaders', 'getHeader', 'hasHeader', 'getHeaders'],
    ...['getHeaderNames', 'getRawHeaderNames', 'writeHead', 'writeHeader', 'write', 'end', 'flushHeaders'],
    ...['writeContinue', 'writeProcessing', 'writeEarlyHints', 'addTrailers', 'cork', 'uncork', 'pipe'],
    ...['setTimeout', 'destroy'],
  ];
  const fields = ['statusCode', 'statusMessage', 'sendDate', 'shouldKeepAlive', 'strictContentLength'];
  const moments = ['tick', 'microtask', 'immediate', 'timer', 'end', 'response'];
  const deeds = [
    ...[...methods, ...fields, 'useChunkedEncodingByDefault', 'chunkedEncoding'].map((name) => `res.${name}`),
    ...['req.setTimeout', 'req.destroy', 'socket destroy', 'socket write', 'socket setTimeout'],
    ...moments.map((moment) => `after ${moment}`),
    ...manners.map((manner) => `read ${manner}`),
    ...wraps.map((wrap) => `wrap ${wrap}`),
    ...['pipe and end', 'pipe and open', 'pipe and error', 'look socket', 'look listeners', 'look request'],
    ...['on req', 'on res', 'watch req', 'watch res', 'prototype req', 'prototype res', 'throw', 'careless'],
  ];
  expect([...made].sort()).toEqual(deeds.sort());
});

test('node:http equals node:http, whatever the handlers do', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const exchange = generateExchange(new Random(seed));
    expect(await observeExchange(one, exchange), `seed ${seed}`).toEqual(
      await observeExchange(other, exchange),
    );
  }
});

test.each<[string, Step[], string]>([
  ['a call and its result', [['call', 'res', 'getHeader', 'x']], '0 call res getHeader: undefined'],
  ['what a call throws', [['call', 'res', 'setHeader', '', 'x']], 'throws TypeError ERR_INVALID_HTTP_TOKEN'],
  ['an assignment', [['set', 'res', 'statusCode', 404]], 'status=404'],
  [
    'a step after a tick',
    [
      ['after', 'tick'],
      ['call', 'res', 'end'],
    ],
    '1 call res end: res',
  ],
  [
    'a step after a microtask',
    [
      ['after', 'microtask'],
      ['call', 'res', 'end'],
    ],
    '1 call res end: res',
  ],
  [
    'a step after an immediate',
    [
      ['after', 'immediate'],
      ['call', 'res', 'end'],
    ],
    '1 call res end: res',
  ],
  [
    'a step after a timer',
    [
      ['after', 'timer', 3],
      ['call', 'res', 'end'],
    ],
    '1 call res end: res',
  ],
  [
    'a step after the end',
    [
      ['read', 'resume'],
      ['after', 'end'],
      ['call', 'res', 'end'],
    ],
    '2 call res end: res',
  ],
  [
    'a step without another response to wait for',
    [
      ['after', 'response'],
      ['call', 'res', 'end'],
    ],
    '1 call res end: res',
  ],
  [
    'what a listener does',
    [
      ['on', 'res', 'finish', [['look', 'listeners']]],
      ['call', 'res', 'end'],
    ],
    '0 on res finish: 0 look',
  ],
  [
    'events and the state in them',
    [
      ['watch', 'res', ['finish', 'close']],
      ['call', 'res', 'end'],
    ],
    '0 events of res: finish  headersSent finished ended writable status=200',
  ],
  [
    'a body',
    [
      ['read', 'data'],
      ['call', 'res', 'end'],
    ],
    '0 body: <body>\n0 body: end',
  ],
  [
    'a stream that is piped',
    [['pipe', ['a', 'b'], 'end']],
    // From Node 26 on both are one chunk.
    'b\\r\\n0\\r\\n\\r\\n',
  ],
  [
    'a wrapped method',
    [
      ['wrap', 'end'],
      ['call', 'res', 'end', 'x'],
    ],
    '0 wrapped end: "x"',
  ],
  [
    'a new prototype',
    [
      ['prototype', 'res'],
      ['call', 'res', 'end', 'x'],
    ],
    '\\r\\n\\r\\nx',
  ],
  [
    'the socket',
    [
      ['socket', 'destroy'],
      ['look', 'socket'],
    ],
    'req=socket res=same connections destroyed',
  ],
  ['what the parser understood', [['look', 'request']], '\\"rawHeaders\\"'],
  ['an uncaught error', [['throw']], '0 uncaught: uncaught Error: planned by 0'],
  [
    'an unhandled rejection',
    [['after', 'microtask'], ['throw']],
    '0 uncaught: unhandled Error: planned by 0',
  ],
  [
    'what a careless handler lets through',
    [['careless'], ['call', 'res', 'write', null]],
    'uncaught: uncaught TypeError',
  ],
  [
    'an error of the response',
    [
      ['call', 'res', 'end'],
      ['call', 'res', 'write', 'x'],
    ],
    'uncaught: uncaught Error ERR_STREAM_WRITE_AFTER_END',
  ],
  ['a callback', [['call', 'res', 'end', { is: 'callback', label: 'done' }]], '0 call of done: ['],
])('%s is observed', async (_, program, line) => {
  expect(await observe(program)).toContain(line);
});

test('a step that would depend on ticks is left out', async () => {
  const observed = await observe([
    ['after', 'tick'],
    ['socket', 'destroy'],
    ['call', 'res', 'end'],
  ]);
  expect(observed).toContain('1 socket destroy : not now');
  expect(observed).toContain('HTTP/1.1 200 OK');
});

test('a handler can wait for another request', async () => {
  const observed = await observe(
    [
      ['after', 'response'],
      ['call', 'res', 'end', 'first'],
    ],
    [['call', 'res', 'end', 'second']],
  );
  expect(observed).toMatch(/first.*second/);
});

type Plant = (req: IncomingMessage, res: ServerResponse) => void;

/** A server whose request listeners see what `plant` has done. */
function planted(plant: Plant): Promise<Server> {
  const server = createServer();
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
  return start(
    Object.assign(server, {
      emit(event: string, ...args: unknown[]) {
        if (event === 'request') plant(...(args as Parameters<Plant>));
        return emit(event, ...args);
      },
    }),
  );
}

/** Replaces a method of one response. */
function replace(name: 'emit' | 'end' | 'setHeader', change: (args: unknown[]) => unknown[]): Plant {
  return (_, res) => {
    const method = res[name].bind(res) as (...args: unknown[]) => unknown;
    Object.assign(res, { [name]: (...args: unknown[]) => method(...change(args)) });
  };
}

test.each<[string, Plant]>([
  ['a header more', (_, res) => res.setHeader('X-More', '1')],
  ['a listener more', (req) => req.on('close', () => {})],
  ['complete too early', (req) => Object.assign(req, { complete: true })],
  ['a body that flows by itself', (req) => req.resume()],
  ['another mark', (_, res) => Object.defineProperty(res, 'writableHighWaterMark', { value: 1 })],
  [
    'another event',
    replace('emit', ([event, ...args]) => [event === 'finish' ? 'finished' : event, ...args]),
  ],
  ['a lost encoding', replace('end', ([chunk]) => [chunk])],
  ['another error', replace('setHeader', ([name, value]) => [String(name), value])],
])('%s is found', async (_, plant) => {
  const faulty = await planted(plant);
  let found = false;
  for (let seed = 0; seed < 300 && !found; seed++) {
    const exchange = generateExchange(new Random(seed));
    const right = await observeExchange(one, exchange);
    found = JSON.stringify(await observeExchange(faulty, exchange)) !== JSON.stringify(right);
  }
  expect(found).toBe(true);
});
