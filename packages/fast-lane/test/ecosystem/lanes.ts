import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Server as NetServer } from 'node:net';
import { listen, selfSigned } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { fastLane, type WithStats } from '../../src/index.ts';
import { type Address, RawClient, type ReceivedResponse } from './raw-client.ts';

/** A way to serve a server's requests. */
export interface Lane {
  readonly name: 'node' | 'fast' | 'lazy';
  /** Adds the lane to the server, in place. */
  over<S extends Server | SecureServer>(server: S): S;
}

/** Which lane must serve a case's requests: at least one by the fast lane, none by the fast lane, or either. */
export type ServedBy = 'lane' | 'node' | 'either';

export interface CaseOptions {
  /**
   * Whether the listeners keep the prototypes of their arguments, so that `lazy: true` is allowed.
   * @defaultValue `true`
   */
  readonly lazy?: boolean;
  /** @defaultValue `lane` */
  readonly servedBy?: ServedBy;
  /**
   * Whether the lanes may run concurrently, for cases that mostly wait.
   * @defaultValue `false`
   */
  readonly atOnce?: boolean;
}

/** For each server, where to record what was sent over a case's connections. */
const transcripts = new WeakMap<NetServer, string[]>();

/** Runs one case on one lane with its own servers, and checks which lane responded. */
export async function onLane<T>(
  name: Lane['name'],
  run: (lane: Lane) => Promise<T>,
  servedBy: ServedBy = 'lane',
): Promise<{ shown: T; sent: readonly string[] }> {
  const counts: WithStats['stats'][] = [];
  const sent: string[] = [];
  const shown = await run({
    name,
    over(server) {
      if (name !== 'node') counts.push(fastLane(server, { lazy: name === 'lazy' }).stats);
      transcripts.set(server, sent);
      return server;
    },
  });
  const fast = counts.reduce((sum, stats) => sum + stats().fast, 0);
  if (name !== 'node' && servedBy === 'lane') expect(fast).toBeGreaterThan(0);
  if (servedBy === 'node') expect(fast).toBe(0);
  return { shown, sent };
}

/**
 * Runs one case on plain Node and on every fast lane, and expects the same result and the same bytes from all of them.
 * Returns that result.
 */
export async function sameOnEveryLane<T>(
  run: (lane: Lane) => Promise<T>,
  { lazy = true, servedBy = 'lane', atOnce = false }: CaseOptions = {},
): Promise<T> {
  const begin = (name: Lane['name']) => async () => ({ name, ...(await onLane(name, run, servedBy)) });
  const runs = [begin('node'), begin('fast'), ...(lazy ? [begin('lazy')] : [])];
  const seen: Awaited<ReturnType<(typeof runs)[0]>>[] = [];
  if (atOnce) seen.push(...(await Promise.all(runs.map((run) => run()))));
  else for (const run of runs) seen.push(await run());
  const [plain, ...others] = seen as [(typeof seen)[0], ...typeof seen];
  for (const other of others) expect(other).toEqual({ ...plain, name: other.name });
  return plain.shown;
}

/** A listening server, and what a client needs to reach it. */
export interface Target extends Address {
  readonly url: string;
  /** The test's own connection, closed after the exchange. */
  connect(): Promise<RawClient>;
}

/** Starts a server, sends requests to it, and always closes it. */
export async function talkTo<T>(server: NetServer, talk: (target: Target) => Promise<T>): Promise<T> {
  const clients: RawClient[] = [];
  const { port, close } = await listen(server);
  const secure = server instanceof SecureServer;
  const address: Address = secure ? { port, ca: identity.cert } : { port };
  const connect = async (): Promise<RawClient> => {
    const client = await RawClient.open(address);
    clients.push(client);
    return client;
  };
  try {
    return await talk({ ...address, url: `http${secure ? 's' : ''}://127.0.0.1:${port}`, connect });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    transcripts.get(server)?.push(...clients.map(({ transcript }) => transcript));
    await close();
  }
}

/** The key and certificate of every server over TLS, trusted by {@link Target}'s clients. */
export const identity: { readonly key: string; readonly cert: string } = selfSigned();

/** A head with `Host`, the given header lines, and the empty line; a body adds `Content-Length`. */
export function request(line: string, fields: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  return `${[`${line} HTTP/1.1`, 'Host: localhost', ...fields, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** How requests reach a server. */
const arrivals: Readonly<
  Record<string, (client: RawClient, requests: readonly string[]) => Promise<ReceivedResponse[]>>
> = {
  pipelined: (client, requests) => client.exchange(requests.join(''), requests.map(methodOf)),
  'one by one': async (client, requests) => {
    const responses: ReceivedResponse[] = [];
    for (const text of requests) responses.push(...(await client.exchange(text, [methodOf(text)])));
    return responses;
  },
  'in halves': async (client, requests) => {
    const responses: ReceivedResponse[] = [];
    for (const text of requests) {
      await client.send(text.slice(0, text.length / 2));
      await new Promise((resolve) => setImmediate(resolve));
      responses.push(...(await client.exchange(text.slice(text.length / 2), [methodOf(text)])));
    }
    return responses;
  },
};

/**
 * Sends the same requests to a server that `build` has put on the lane: in one write over one connection, one by one
 * over another, and in halves over a third. Returns the responses to the single write.
 */
export async function responsesOnEveryLane(
  build: (lane: Lane) => Server | SecureServer | Promise<Server | SecureServer>,
  requests: readonly string[],
  options?: CaseOptions,
): Promise<ReceivedResponse[]> {
  const { pipelined } = await sameOnEveryLane(
    async (lane) =>
      talkTo(await build(lane), async (target) => {
        const responses: Record<string, ReceivedResponse[]> = {};
        for (const [arrival, exchange] of Object.entries(arrivals)) {
          responses[arrival] = await exchange(await target.connect(), requests);
        }
        return responses;
      }),
    options,
  );
  return pipelined as ReceivedResponse[];
}

/** The last value of a header, by its case-insensitive name. */
export function fieldOf({ rawHeaders }: ReceivedResponse, name: string): string | undefined {
  return rawHeaders.findLast(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

function methodOf(text: string): string {
  return text.slice(0, text.indexOf(' '));
}
