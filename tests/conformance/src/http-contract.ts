import type { RequestListener, Server } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, test } from 'vitest';
import { connections } from './http/connections.ts';
import { departures } from './http/departures.ts';
import type { Serve } from './http/http-case.ts';
import { refusals } from './http/refusals.ts';
import { requests } from './http/requests.ts';
import { responses } from './http/responses.ts';
import { type Subject, tcpSubject } from './subject.ts';

/** A server that must behave like `node:http` towards its clients and its request listener. */
export interface HttpSubject {
  readonly name: string;
  /** Creates a server with `listener`; from `node:https` for {@link tlsSubject}. */
  createServer(listener: RequestListener): Server;
  /**
   * How clients reach it.
   * @defaultValue tcpSubject
   */
  readonly subject?: (server: Listening) => Subject;
}

/** The behavior of `node:http`, which every HTTP/1.1 server of this project shares. */
export function runHttpContract({ name, createServer, subject = tcpSubject }: HttpSubject): void {
  const open: Subject[] = [];
  const serve: Serve = async (listener, events = {}) => {
    const server = createServer(listener);
    for (const [event, heard] of Object.entries(events)) server.on(event, heard as () => void);
    const running = subject(await listen(server));
    open.push(running);
    return running;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((running) => running.close()));
  });
  for (const [group, cases] of Object.entries({ responses, requests, connections, departures, refusals })) {
    describe(`${name} speaks HTTP/1.1: ${group}`, () => {
      for (const [title, run] of Object.entries(cases)) test(title, () => run(serve));
    });
  }
}
