/** @module What tells a browser's way to a page from other requests. */

import type { IncomingMessage } from 'node:http';
import { acceptedMediaTypes } from '@nextpress/semantics/negotiation';
import type { PathSegments } from '../path/path-segments.ts';

/** Whether a path may be that of a page: scripts and pictures have an extension. */
export function mayBePage({ names, directory }: PathSegments): boolean {
  return directory || names.at(-1)?.includes('.') !== true;
}

/** Whether a client names HTML among what it takes, as browsers do for a page. Scripts take anything, and say just that. */
export function namesHtml(req: IncomingMessage): boolean {
  const { accept } = req.headers;
  return accept !== undefined && acceptedMediaTypes(accept).includes('text/html');
}
