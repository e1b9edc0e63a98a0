/** @module Sends requests to an application that the command starts. */

import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandProcess, type ProcessOptions, tail } from './command-process.ts';
import { SAMPLE_INTERVAL } from './process-note.ts';
import type { ListedRequest } from './request-list.ts';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** One character per byte. */
  readonly body: string;
}

export interface RequestRun {
  /** In request order. A string is an error, such as a closed connection. */
  readonly responses: readonly (Received | string)[];
  /** CPU time per request in µs when safe requests are repeated; `undefined` if none is safe. */
  readonly cpu: number | undefined;
}

/** How long a response may take (ms). */
const RESPONSE_TIMEOUT = 30_000;
/** How many more safe requests are sent in total, and for how long at most (ms). The first half warms up the application. */
const REPEATED = 1000;
const REPEATING = 6000;

/**
 * Starts an application, sends the requests one after another, and stops it.
 *
 * @param timeout - seconds that the application may take to listen
 * @param measures - whether to repeat safe requests to measure their CPU time
 * @throws Error if it does not listen
 */
export async function runRequests(
  options: ProcessOptions,
  requests: readonly ListedRequest[],
  timeout: number,
  measures: boolean,
): Promise<RequestRun> {
  const child = new CommandProcess({ ...options, env: { ...options.env, NEXTPRESS_TRIAL_REQUESTS: '1' } });
  const sender = new Sender();
  try {
    const url = await urlOf(child, timeout);
    const responses: (Received | string)[] = [];
    for (const each of requests) responses.push(await sender.send(url, each));
    return { responses, cpu: measures ? await cpuPerRequest(child, sender, url, requests) : undefined };
  } finally {
    sender.close();
    child.stop();
    await child.ended;
  }
}

async function urlOf(child: CommandProcess, timeout: number): Promise<string> {
  let code: number | string | undefined;
  void child.ended.then((ended) => {
    code = ended;
  });
  const deadline = performance.now() + timeout * 1000;
  while (performance.now() < deadline) {
    if (child.url !== undefined) return child.url;
    if (code !== undefined) {
      throw new Error(
        `The command exited with ${code} before it listened: expected a command that starts the application.\n${tail(child.output)}`,
      );
    }
    await wait(SAMPLE_INTERVAL);
  }
  throw new Error(
    `The application did not listen within ${timeout} s. Use --timeout for more.\n${tail(child.output)}`,
  );
}

async function cpuPerRequest(
  child: CommandProcess,
  sender: Sender,
  url: string,
  requests: readonly ListedRequest[],
): Promise<number | undefined> {
  const safe = requests.filter(({ method }) => method === 'GET' || method === 'HEAD');
  if (safe.length === 0) return undefined;
  const repeat = async (): Promise<number> => {
    const deadline = performance.now() + REPEATING / 2;
    let sent = 0;
    for (; sent < REPEATED / 2 && performance.now() < deadline; sent += safe.length) {
      await Promise.all(safe.map((each) => sender.send(url, each)));
    }
    // The processes report with a delay.
    await wait(3 * SAMPLE_INTERVAL);
    return sent;
  };
  await repeat();
  const before = child.cpu;
  const sent = await repeat();
  return ((child.cpu - before) * 1_000_000) / sent;
}

class Sender {
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 8 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });

  send(url: string, { method, target, headers, body }: ListedRequest): Promise<Received | string> {
    const { protocol, hostname: host, port } = new URL(url);
    const hostname = host.replaceAll(/[[\]]/g, '');
    const isTls = protocol === 'https:';
    const agent = isTls ? this.#https : this.#http;
    return new Promise((done) => {
      // Not as a URL, which would normalize unusual targets.
      const options = { agent, method, hostname, port, path: target, headers, timeout: RESPONSE_TIMEOUT };
      const sent = (isTls ? requestHttps : requestHttp)(options, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', (error) => done(error.message))
          .on('end', () => {
            const { statusCode: status = 0, headers: received } = response;
            done({ status, headers: received, body: Buffer.concat(chunks).toString('latin1') });
          });
      });
      sent.on('timeout', () => sent.destroy(new Error(`no response within ${RESPONSE_TIMEOUT} ms`)));
      sent.on('error', (error) => done(error.message));
      sent.end(body);
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
