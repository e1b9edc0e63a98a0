import { checkOptions } from './internal/check-options.ts';
import { defineFamily, type Family } from './internal/family.ts';
import { REQUEST_FAMILIES } from './internal/request/request-families.ts';
import { RESPONSE_FAMILIES } from './internal/response/response-families.ts';
import type { QueryParser } from './request-helpers.ts';
import { defaultSettings, type HelperSettings, SETTINGS } from './settings.ts';

/** What {@link patchPrototypes} patches. */
export interface PatchOptions {
  /** The prototype of the requests: `IncomingMessage.prototype`, or that of a class of your own that extends it. */
  readonly request: object;
  /** The prototype of the responses: `ServerResponse.prototype`, or that of a class of your own that extends it. */
  readonly response: object;
  /**
   * Reads `req.query` of these requests. It gets the query without its `?`, and `null` when there is none.
   * @defaultValue the flat parser of `@nextpress/semantics/query`
   */
  readonly queryParser?: QueryParser;
  /**
   * What the helpers go by: kept, not copied, so that changing a field changes what they do from then on.
   * @defaultValue those the prototypes have, or else {@link defaultSettings}
   */
  readonly settings?: HelperSettings;
}

const patched = new WeakSet<object>();

/**
 * Defines every helper on two prototypes, as properties that aren't enumerable and can be replaced. Prototypes that are
 * patched already stay as they are, but for new `settings` and a new `queryParser`.
 *
 * @throws TypeError when an option is unknown or isn't what it has to be
 *
 * @example
 * import { createServer, IncomingMessage, ServerResponse } from 'node:http';
 * import { patchPrototypes } from '@nextpress/core';
 *
 * class Request extends IncomingMessage {}
 * class Response extends ServerResponse {}
 * patchPrototypes({ request: Request.prototype, response: Response.prototype });
 *
 * createServer({ IncomingMessage: Request, ServerResponse: Response }, (req, res) => {
 *   res.status(200).json({ path: req.pathname, query: req.query });
 * });
 */
export function patchPrototypes(options: PatchOptions): void {
  checkOptions(options);
  const { request, response, queryParser } = options;
  const settings = options.settings ?? ownSettings(request) ?? ownSettings(response) ?? defaultSettings();
  if (queryParser !== undefined) settings.queryParser = queryParser;
  patch(request, REQUEST_FAMILIES, settings);
  patch(response, RESPONSE_FAMILIES, settings);
}

function patch(prototype: object, families: readonly Family[], settings: HelperSettings): void {
  defineFamily(prototype, { values: { [SETTINGS]: settings } });
  if (patched.has(prototype)) return;
  for (const family of families) defineFamily(prototype, family);
  patched.add(prototype);
}

/** A class has its own, whatever the class that it extends has. */
function ownSettings(prototype: object): HelperSettings | undefined {
  return Object.getOwnPropertyDescriptor(prototype, SETTINGS)?.value;
}
