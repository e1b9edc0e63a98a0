import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import theirs from 'express';
import ours from 'nextpress/express';
import { describe, expect, test, vi } from 'vitest';
import { type Ask, format } from './ask.ts';
import type { Difference } from './differences.ts';

/** Either module, with the types of Express. */
export type Express = typeof theirs;

/** One application and its requests. */
export interface Case {
  /** Called with Express and with `nextpress/express`. */
  readonly app: (express: Express) => theirs.Application | RequestListener;
  readonly asks: readonly Ask[];
  /** The entry of the list of differences, if the responses are not the same. */
  readonly differs?: Difference;
}

/** Cases by member, such as `req.accepts`, and by title. */
export type Cases = Readonly<Record<string, Readonly<Record<string, Case>>>>;

interface ComparedResponse {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** The result of a case with one of the modules. */
interface Outcome {
  /** The class of an error that building the application threw. */
  readonly refused: string | undefined;
  readonly responses: readonly (ComparedResponse | undefined)[];
  /** The number of logged errors. */
  readonly logged: number;
}

export type Lane = (app: theirs.Application) => Promise<Listening>;

export const nodeLane: Lane = (app) => listen(createServer(app));
/** `app.listen` creates a server with the fast lane; a plain listener has no such method. */
export const fastLane: Lane = async (app) => {
  if (typeof app.listen !== 'function') return nodeLane(app);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
};

/** Two modules with the same behavior. */
export interface Pair {
  readonly theirs: Express;
  readonly ours: Express;
}

export const VERSION_5: Pair = { theirs, ours: ours as unknown as Express };

/** Defines one test for each case and lane. */
export function compare(cases: Cases, pair = VERSION_5): void {
  describe.each(Object.entries(cases))('%s', (_, ofMember) => {
    // Both lanes are compared with the same outcome.
    const expectations = new Map<Case, Promise<Outcome>>();
    describe.each([
      ['the fast lane', fastLane],
      ["Node's lane", nodeLane],
    ] as const)('in %s', (_lane, lane) => {
      test.each(Object.entries(ofMember))('%s', async (_when, each) => {
        const { app, asks, differs } = each;
        const expecting = expectations.get(each) ?? outcome(pair.theirs, app, asks, nodeLane);
        expectations.set(each, expecting);
        const expected = await expecting;
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
    const responses: (ComparedResponse | undefined)[] = [];
    for (const each of asks) responses.push(await responseTo(server.port, each));
    // Express logs after it responds.
    await new Promise(setImmediate);
    return { refused: undefined, responses, logged: log.mock.calls.length };
  } catch (error) {
    if (server !== undefined) throw error;
    return { refused: (error as Error).constructor.name, responses: [], logged: 0 };
  } finally {
    log.mockRestore();
    await server?.close();
  }
}

/** @returns `undefined` if the connection was closed without a response */
async function responseTo(port: number, asked: Ask): Promise<ComparedResponse | undefined> {
  const responses = await exchange(port, format(asked), {
    methods: [asked.method],
    responses: 1,
  });
  const [response] = responses;
  if (response === undefined) return undefined;
  const body = response.body.replace(STACK_FRAMES, '');
  // Without the frames the length differs.
  const ignored = ['Date', ...(body === response.body ? [] : ['Content-Length'])];
  const headers = response.rawHeaders
    .filter(([name]) => !ignored.includes(name))
    .map((pair) => pair.join(': '));
  return { status: `${response.status} ${response.reason}`, headers: headers.sort(), body };
}

/** The stack frames on an error page, which differ between the frameworks. */
const STACK_FRAMES = /<br> &nbsp; &nbsp;at [^<]*/g;
