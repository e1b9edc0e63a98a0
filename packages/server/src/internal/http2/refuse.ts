import type { ServerResponse } from 'node:http';
import type { BareResponse } from '../connection/bare-response.ts';
import { errorContent } from '../responding/error-response.ts';

/** Responds in place of the application. */
export function refuse(res: ServerResponse, { status, code, message }: BareResponse): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify(errorContent(status, code, message)));
}
