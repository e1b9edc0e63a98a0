/** @module Whether a request is a browser's, on its way to a page. */

import type { IncomingMessage } from 'node:http';
import { acceptedMediaTypes } from '@nextpress/semantics/negotiation';
import type { PathSegments } from '../path/path-segments.ts';

/**
 * Whether a path looks like a page and the client names HTML among what it takes, as browsers do for a page. Scripts,
 * which take anything, and files that are gone have their 404.
 */
export function isNavigation(req: IncomingMessage, { names, directory }: PathSegments): boolean {
  if (!directory && names.at(-1)?.includes('.')) return false;
  const { accept } = req.headers;
  return accept !== undefined && acceptedMediaTypes(accept).includes('text/html');
}
