import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { requestText } from '../subject.ts';
import { type HttpCase, readText, type Serve } from './http-case.ts';

/** Logs the events at the end of an exchange. */
function noteEnd(req: IncomingMessage, res: ServerResponse, notes: string[]): void {
  for (const event of ['end', 'aborted', 'close'])
    req.on(event, () => notes.push(`req ${event} ${req.complete} ${req.destroyed}`));
  req.on('error', (error: Error & { code?: string }) => notes.push(`req error ${error.code}`));
  for (const event of ['finish', 'close'])
    res.on(event, () => notes.push(`res ${event} ${res.writableFinished} ${res.destroyed}`));
}

const endOf = (res: ServerResponse, req: IncomingMessage): Promise<unknown> =>
  Promise.all([req, res].map((side) => new Promise((resolve) => side.on('close', resolve))));

/** The events, in any order, of an exchange whose client disconnects after its handler has started. */
async function notesOfLoss(serve: Serve, request: string): Promise<string[]> {
  const notes: string[] = [];
  let begin = (_ended: Promise<unknown>): void => {};
  const ended = new Promise<unknown>((resolve) => {
    begin = resolve;
  });
  const server = await serve((req, res) => {
    noteEnd(req, res, notes);
    begin(endOf(res, req));
    socket.destroy();
  });
  const socket = server.connect();
  socket.write(request);
  await ended;
  return notes.sort();
}

/** How exchanges end, completed or not. */
export const departures: Record<string, HttpCase> = {
  'an exchange tells of its end': async (serve) => {
    const notes: string[] = [];
    let ended: Promise<unknown> | undefined;
    const server = await serve((req, res) => {
      noteEnd(req, res, notes);
      ended = endOf(res, req);
      readText(req, () => res.end('ok'));
    });
    await server.exchange(requestText('POST', '/', {}, 'body'), { responses: 1 });
    await ended;
    expect(notes.sort()).toEqual([
      'req close true true',
      'req end true false',
      'res close true true',
      'res finish true false',
    ]);
  },

  'a handler is told when the client leaves before the response': async (serve) => {
    const notes = await notesOfLoss(serve, requestText('GET', '/'));
    expect(notes.filter((note) => note !== 'req end true false')).toEqual([
      'req aborted true true',
      'req close true true',
      'req error ECONNRESET',
      'res close false true',
    ]);
  },

  'a handler is notified when the client disconnects during the body': async (serve) => {
    const head = requestText('POST', '/', { 'Content-Length': '10' });
    expect(await notesOfLoss(serve, `${head}12345`)).toEqual([
      'req aborted false true',
      'req close false true',
      'req error ECONNRESET',
      'res close false true',
    ]);
  },

  'a handler that destroys the connection ends its exchange without a response': async (serve) => {
    let finished: boolean | undefined;
    const server = await serve((req, res) => {
      res.on('close', () => {
        finished = res.writableFinished;
      });
      req.socket.destroy();
    });
    expect(await server.exchange(requestText('GET', '/'))).toEqual([]);
    expect(finished).toBe(false);
  },
};
