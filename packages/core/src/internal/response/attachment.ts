import { basename, extname } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { shown } from '../shown.ts';
import type { HelpedResponse } from './helped-response.ts';

/** `res.attachment`. */
export function attachment(this: HelpedResponse, filename?: string): HelpedResponse {
  if (filename !== undefined && typeof filename !== 'string') {
    throw new TypeError(`res.attachment() takes the name of a file; got ${shown(filename)}.`);
  }
  // A path on the server is nobody's business.
  const name = filename === undefined ? undefined : basename(filename);
  if (name) this.type(extname(name));
  return this.set('Content-Disposition', formatContentDisposition(name));
}
