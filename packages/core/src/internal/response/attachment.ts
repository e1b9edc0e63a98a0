import { basename, extname } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import type { PatchedResponse } from './patched-response.ts';

/** `res.attachment`. */
export function attachment(this: PatchedResponse, filename?: string): PatchedResponse {
  const name = filename === undefined ? undefined : basename(filename);
  if (name) this.type(extname(name));
  return this.set('Content-Disposition', formatContentDisposition(name));
}
