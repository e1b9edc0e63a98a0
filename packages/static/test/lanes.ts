import { createServer, type RequestListener, type Server } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { type StaticOptions, serveStatic } from '@nextpress/static';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import { respondToRest } from './hosts.ts';

/** Servers with and without the fast lane. */
export const lanes: Readonly<Record<string, (listener: RequestListener) => Server>> = {
  "Node's lane": (listener) => createServer(listener),
  'the fast lane': (listener) => fastLane(createServer(listener)),
};

/** Without `Connection: close`, which the fast lane leaves to Node. */
export function requestFor(
  target: string,
  fields: Readonly<Record<string, string>> = {},
  method = 'GET',
): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
}

export async function responseTo(
  server: Listening,
  target: string,
  fields?: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<RawResponse> {
  const bytes = requestFor(target, fields, method);
  const [response] = await exchange(server.port, bytes, { responses: 1, methods: [method] });
  if (response === undefined) throw new Error(`No response to ${method} ${target}.`);
  return response;
}

/** Serves a listener in a lane while `use` runs. */
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

/** The response of a listener to one request in a lane. */
export async function responseIn(
  lane: string,
  listener: RequestListener,
  target: string,
  fields?: Readonly<Record<string, string>>,
  method?: string,
): Promise<RawResponse> {
  const responses: RawResponse[] = [];
  await inLane(lane, listener, async (server) => {
    responses.push(await responseTo(server, target, fields, method));
  });
  const [response] = responses;
  if (response === undefined) throw new Error('No response.');
  return response;
}

/** A listener that serves files, with `respondToRest` for all other requests. */
export function serving(root: Parameters<typeof serveStatic>[0], options?: StaticOptions): RequestListener {
  const files = serveStatic(root, options);
  return (req, res) => files(req, res, (error) => respondToRest(res, error));
}
