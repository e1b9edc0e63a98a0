import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import theirs from 'express';
import ours from 'nextpress/express';
import { describe, expect, test, vi } from 'vitest';
import { type Ask, format } from './ask.ts';
import type { Difference } from './differences.ts';

/** What both modules are to a case: Express, by its own types. */
export type Express = typeof theirs;

/** One application and what it is asked. */
export interface Case {
  /** Builds the application; called with Express and with `nextpress/express`. */
  readonly app: (express: Express) => theirs.Application | RequestListener;
  readonly asks: readonly Ask[];
  /** The entry of the list of differences that says why the answers are not the same. */
  readonly differs?: Difference;
}

/** Cases by the member that they are about, as in `req.accepts`, and by what they are in particular. */
export type Cases = Readonly<Record<string, Readonly<Record<string, Case>>>>;

/** What came back for one request. */
interface Answer {
  readonly status: string;
  readonly fields: readonly string[];
  readonly body: string;
}

/** What became of one case on one of the two. */
interface Outcome {
  /** The class of the error that kept the application from being built. */
  readonly refused: string | undefined;
  readonly answers: readonly (Answer | undefined)[];
  /** How many errors were logged. */
  readonly logged: number;
}

type Lane = (app: theirs.Application) => Promise<Listening>;

const nodeLane: Lane = (app) => listen(createServer(app));
/** `listen` of the application makes the server, with the fast lane before it; a plain listener has no such function. */
const fastLane: Lane = async (app) => {
  if (typeof app.listen !== 'function') return nodeLane(app);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
};

/** Two modules that are to do the same. */
export interface Pair {
  readonly theirs: Express;
  readonly ours: Express;
}

const VERSION_5: Pair = { theirs, ours: ours as unknown as Express };

/** Makes one test for each case and lane. */
export function compare(cases: Cases, pair = VERSION_5): void {
  describe.each(Object.entries(cases))('%s', (_, ofMember) => {
    describe.each([
      ['the fast lane', fastLane],
      ["Node's lane", nodeLane],
    ] as const)('in %s', (_lane, lane) => {
      test.each(Object.entries(ofMember))('%s', async (_when, { app, asks, differs }) => {
        const expected = await outcome(pair.theirs, app, asks, nodeLane);
        const actual = await outcome(pair.ours, app, asks, lane);
        if (differs === undefined) expect(actual).toEqual(expected);
        else expect(actual).not.toEqual(expected);
      });
    });
  });
}

async function outcome(
  express: Express,
  app: Case['app'],
  asks: readonly Ask[],
  lane: Lane,
): Promise<Outcome> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  let server: Listening | undefined;
  try {
    server = await lane(app(express) as theirs.Application);
    const answers: (Answer | undefined)[] = [];
    for (const each of asks) answers.push(await answer(server.port, each));
    // Express logs behind its answer.
    await new Promise(setImmediate);
    return { refused: undefined, answers, logged: log.mock.calls.length };
  } catch (error) {
    if (server !== undefined) throw error;
    return { refused: (error as Error).constructor.name, answers: [], logged: 0 };
  } finally {
    log.mockRestore();
    await server?.close();
  }
}

/** What came back; `undefined` when the connection ended without an answer. */
async function answer(port: number, asked: Ask): Promise<Answer | undefined> {
  const responses = await exchange(port, format(asked), {
    methods: [asked.method],
    responses: 1,
    timeout: 3_000,
  });
  const [response] = responses;
  if (response === undefined) return undefined;
  const body = response.body.replace(STACK_FRAMES, '');
  // With the frames goes their length.
  const told = ['Date', ...(body === response.body ? [] : ['Content-Length'])];
  const fields = response.rawHeaders
    .filter(([name]) => !told.includes(name))
    .map((field) => field.join(': '));
  return { status: `${response.status} ${response.reason}`, fields: fields.sort(), body };
}

/** The frames of a stack on a page: each framework has its own. */
const STACK_FRAMES = /<br> &nbsp; &nbsp;at [^<]*/g;
