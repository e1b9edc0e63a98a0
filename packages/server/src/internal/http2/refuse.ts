import type { ServerResponse } from 'node:http';
import type { BareResponse } from '../connection/bare-response.ts';
import { representFor } from '../responding/server-representation.ts';

/** Responds in place of the application. */
export function refuse(res: ServerResponse, response: BareResponse): void {
  const { contentType, body } = representFor(res.socket, response);
  res.writeHead(response.status, { 'Content-Type': contentType });
  res.end(body);
}
