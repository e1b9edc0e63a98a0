import { createServer, type RequestListener, type Server } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { type StaticOptions, serveStatic } from '@nextpress/static';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import { answerRest } from './hosts.ts';

/** The ways in which a request comes to a listener. */
export const lanes: Readonly<Record<string, (listener: RequestListener) => Server>> = {
  "Node's lane": (listener) => createServer(listener),
  'the fast lane': (listener) => fastLane(createServer(listener)),
};

/** A request, as it is sent: without `Connection: close`, which the fast lane leaves to Node. */
export function requestFor(
  target: string,
  fields: Readonly<Record<string, string>> = {},
  method = 'GET',
): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
}

/** The answer to one request. */
export async function answerTo(
  server: Listening,
  target: string,
  fields?: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<RawResponse> {
  const bytes = requestFor(target, fields, method);
  const [answer] = await exchange(server.port, bytes, { responses: 1, methods: [method] });
  if (answer === undefined) throw new Error(`no answer to ${method} ${target}`);
  return answer;
}

/** Serves a listener in a lane for as long as the test runs. */
export async function inLane(
  lane: string,
  listener: RequestListener,
  use: (server: Listening) => Promise<void>,
): Promise<void> {
  const make = lanes[lane];
  if (make === undefined) throw new Error(`no lane ${lane}`);
  const server = await listen(make(listener));
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** The answer of a listener to one request in a lane. */
export async function answerIn(
  lane: string,
  listener: RequestListener,
  target: string,
  fields?: Readonly<Record<string, string>>,
  method?: string,
): Promise<RawResponse> {
  const answers: RawResponse[] = [];
  await inLane(lane, listener, async (server) => {
    answers.push(await answerTo(server, target, fields, method));
  });
  const [answer] = answers;
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

/** A listener that serves files, and says what it didn't serve. */
export function serving(root: Parameters<typeof serveStatic>[0], options?: StaticOptions): RequestListener {
  const files = serveStatic(root, options);
  return (req, res) => files(req, res, (error) => answerRest(res, error));
}
