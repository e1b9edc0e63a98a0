import { basename, extname } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import type { HelpedResponse } from './helped-response.ts';

/** `res.attachment`. */
export function attachment(this: HelpedResponse, filename?: string): HelpedResponse {
  const name = filename === undefined ? undefined : basename(filename);
  if (name) this.type(extname(name));
  return this.set('Content-Disposition', formatContentDisposition(name));
}
