import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchange } from '@nextpress-internal/test-kit';
import { describeError, type Recorder, turn } from './act.ts';
import type { Scenario } from './scenario.ts';

/** A scenario built with one framework, listening. */
export interface Application {
  readonly server: Server;
  close(): Promise<unknown>;
}

/** Builds a scenario, waits until its plugins have loaded and listens on a free port. */
export type Framework = (scenario: Scenario, record: Recorder) => Promise<Application>;

/** The result of a scenario with one framework. */
interface Outcome {
  /** The functions that ran when the plugins were loaded, for each request and when the application was closed. */
  readonly lines: readonly string[];
  /** The message of the error when loading fails. */
  readonly message: string | undefined;
}

/** Builds a scenario with a framework and requests its paths one after the other. */
export async function outcomeOf(scenario: Scenario, framework: Framework): Promise<Outcome> {
  let trace: string[] = [];
  const take = (): string => {
    const taken = trace.join('; ');
    trace = [];
    return taken;
  };
  let application: Application;
  try {
    application = await framework(scenario, (line) => trace.push(line));
  } catch (error) {
    const lines = [`load: ${take()}`, `failure: ${describeError(error)}`];
    return { lines, message: (error as Error).message };
  }
  const lines = [`load: ${take()}`];
  for (const request of scenario.requests) {
    const response = await send(application.server, request);
    lines.push(`${request}: ${take()} -> ${response}`);
  }
  await application.close();
  return { lines: [...lines, `close: ${take()}`], message: undefined };
}

/** Sends a request and waits until the hooks `onResponse` have run. @returns the status, and the body if the scenario has sent it */
async function send(server: Server, request: string): Promise<string> {
  const [method, path] = request.startsWith('/') ? ['GET', request] : request.split(' ');
  const closed = new Promise<void>((resolve) => {
    server.prependOnceListener('request', (_req: IncomingMessage, res: ServerResponse) => {
      once(res, 'close').then(() => resolve());
    });
  });
  const { port } = server.address() as AddressInfo;
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(port, head, { responses: 1 });
  await closed;
  await turn();
  if (response === undefined) return 'no response';
  const { status, body } = response;
  // The bodies of default responses are those of the frameworks.
  return body.startsWith('sent by') ? `${status} ${body}` : String(status);
}
