import type { Server } from 'node:net';
import { http2Gateway } from '@nextpress-internal/test-kit';
import { type Subject, tcpSubject } from './subject.ts';

/** A server after `listen()` as a subject that is asked over HTTP/2, with TLS if it is a TLS server. */
export async function http2Subject(server: Server): Promise<Subject> {
  return tcpSubject(await http2Gateway(server));
}
