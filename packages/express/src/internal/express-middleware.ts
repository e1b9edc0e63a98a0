/** @module Cold: `express.json` and its like: the middleware of this workspace with Express's options. */

import {
  type BodyMiddleware,
  type BodyOptions,
  rawBody,
  type TextBodyOptions,
  textBody,
} from '@nextpress/body';
import { type FormBodyOptions, formBody } from '@nextpress/form-body';
import { type JsonBodyOptions, jsonBody } from '@nextpress/json-body';
import { type StaticMiddleware, type StaticOptions, serveStatic } from '@nextpress/static';
import { coerceBytes, coerceForm, coerceJson, coerceText } from './body-options.ts';

/** Those of serve-static, and ours; each of the type has to be here. */
const FILES = Object.keys({
  ...{ acceptRanges: true, cacheControl: true, dotfiles: true, download: true, etag: true, extensions: true },
  ...{ fallback: true, fallthrough: true, immutable: true, index: true, lastModified: true, list: true },
  ...{ maxAge: true, mimeTypes: true, precompressed: true, redirect: true, setHeaders: true, snapshot: true },
} satisfies Record<keyof StaticOptions, true>);

/** `express.json`: reads a JSON body, as body-parser does. */
export function json(options?: JsonBodyOptions): BodyMiddleware {
  return named('jsonParser', jsonBody(coerceJson(options)));
}

/** `express.urlencoded`: reads a urlencoded body, as body-parser does. */
export function urlencoded(options?: FormBodyOptions): BodyMiddleware {
  return named('urlencodedParser', formBody(coerceForm(options)));
}

/** `express.raw`: reads a body as a buffer, as body-parser does. */
export function raw(options?: BodyOptions): BodyMiddleware {
  return named('rawParser', rawBody(coerceBytes(options)));
}

/** `express.text`: reads a body as text, as body-parser does. */
export function text(options?: TextBodyOptions): BodyMiddleware {
  return named('textParser', textBody(coerceText(options)));
}

/** Gives middleware the name that it has in Express, which tools show. */
function named(name: string, middleware: BodyMiddleware): BodyMiddleware {
  return Object.defineProperty(middleware, 'name', { value: name });
}

/** serve-static's options, which has two names for one of them. */
export interface ExpressStaticOptions extends StaticOptions {
  /** The same as `maxAge`. */
  readonly maxage?: number | string;
}

/** `express.static`: serves the files of a folder, as serve-static does. */
export function staticFiles(root: string, options?: ExpressStaticOptions): StaticMiddleware {
  const { maxage, extensions, ...rest } = (options ?? {}) as ExpressStaticOptions & { extensions?: unknown };
  const picked = pick({ ...(maxage ? { maxAge: maxage } : {}), ...rest }, FILES) as StaticOptions;
  return serveStatic(root, extensions ? { ...picked, extensions: [extensions].flat() as string[] } : picked);
}

/** The options of these names that are there. Express's middleware ignores others, so a caller may have any. */
function pick(options: object, names: readonly string[]): object {
  const there = Object.entries(options).filter(([name, value]) => names.includes(name) && value != null);
  return Object.fromEntries(there);
}
