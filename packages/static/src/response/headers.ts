import type { ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';

const CONTENT_HEADERS: readonly string[] = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'Content-Type',
];

const FILE_HEADERS: readonly string[] = [
  ...CONTENT_HEADERS,
  'Cache-Control',
  'Content-Disposition',
  'Content-Location',
  'ETag',
  'Expires',
  'Last-Modified',
];

/** For a 304. */
export function removeContentHeaders(res: ServerResponse): void {
  remove(res, CONTENT_HEADERS);
}

/** For an error, so that no cache keeps it and no browser saves it as the file. */
export function removeFileHeaders(res: ServerResponse): void {
  remove(res, FILE_HEADERS);
}

function remove(res: ServerResponse, names: readonly string[]): void {
  for (const name of names) {
    // Removing a Content-Length that was never set makes Node send chunks.
    if (res.hasHeader(name)) res.removeHeader(name);
  }
}

/** Adds a request header to `Vary`. */
export function addVary(res: ServerResponse, name: string): void {
  const present = res.getHeader('Vary');
  res.setHeader('Vary', appendVary(present === undefined ? undefined : String(present), name));
}
