/** @module Fields that were set for a file which is not sent after all, whoever has set them. */

import type { ServerResponse } from 'node:http';

/** What describes content. */
const OF_CONTENT: readonly string[] = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'Content-Type',
];

/** What a cache would keep an error by, or a browser save it under. */
const OF_FILE: readonly string[] = [
  ...OF_CONTENT,
  'Cache-Control',
  'Content-Disposition',
  'Content-Location',
  'ETag',
  'Expires',
  'Last-Modified',
];

/** For a 304, what describes content; for an error also what says how long the file stays fresh, and which state it is in. */
export function takeBackFields(res: ServerResponse, status: 304 | 412 | 416 | 500): void {
  for (const name of status === 304 ? OF_CONTENT : OF_FILE) {
    // To remove a length that was never set makes Node send chunks.
    if (res.hasHeader(name)) res.removeHeader(name);
  }
}
