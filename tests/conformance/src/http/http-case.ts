import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Subject } from '../subject.ts';

/** Listeners of the server, by event. */
export type ServerEvents = Readonly<Record<string, (...args: never[]) => void>>;

/** Starts a server with `listener`. */
export type Serve = (listener: RequestListener, events?: ServerEvents) => Promise<Subject>;

/** One behavior of `node:http`. */
export type HttpCase = (serve: Serve) => Promise<void>;

/** The body of a request, as latin1. */
export function readText(req: IncomingMessage, use: (text: string) => void): void {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => use(Buffer.concat(chunks).toString('latin1')));
}

/** Responds with the received request. */
export const echo = (req: IncomingMessage, res: ServerResponse): void => {
  readText(req, (body) => {
    const content = JSON.stringify({ method: req.method, url: req.url, body });
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': content.length });
    res.end(content);
  });
};
