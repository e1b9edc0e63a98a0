/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import { Existing } from '@nextpress-internal/internals/existing';
import type { ParsedUrl } from './internal/request/parsed-url.ts';
import { readTarget, type TargetState, UPDATES_PARSED_URL } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';
import { SETTINGS, type WithSettings } from './settings.ts';

// V8: fields cost as little as assignments, and become own properties even if the prototype has a setter.
// proof: test/prepare-request.shape.test.ts
class PreparedRequest extends Existing {
  originalUrl = '';
  params: Params = {};
  res: ServerResponse | undefined = undefined;
}

class MimickingRequest extends PreparedRequest {
  _parsedUrl: ParsedUrl | undefined = undefined;
  [UPDATES_PARSED_URL] = true;
}

const MIMICKED_NAMES = ['originalUrl', 'params', 'res', '_parsedUrl'];

/**
 * Parses the target of a request with a patched prototype and makes `originalUrl`, `params` and `res` own properties of the request.
 * Requests of Express applications also get their own `_parsedUrl`, and responses their own `locals`; otherwise both are made when
 * they are read. Everything is assigned at once and in one order, so that every request has the same shape. Servers call this before
 * routing. Otherwise the helpers parse the target on first use.
 *
 * @param res - the value of `req.res`
 * @returns whether the target is well-formed. If not, respond with the error `malformedTarget()`.
 */
export function prepareRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const prepared = req as TargetState & PreparedRequest;
  const url = prepared.url ?? '';
  const originalUrl = prepared.originalUrl || url;
  const response = (res ?? prepared.res) as (ServerResponse & { locals?: unknown }) | undefined;
  if (mimicsExpress(prepared)) {
    // Express assigns, which calls setters that other code has defined.
    if (MIMICKED_NAMES.some((name) => Object.hasOwn(prepared, name)))
      addMissing(prepared, new MimickingRequest({}));
    else new MimickingRequest(prepared);
    if (response !== undefined && !response.locals) Object.assign(response, { locals: Object.create(null) });
  } else {
    try {
      new PreparedRequest(prepared);
    } catch {
      addMissing(prepared, new PreparedRequest({}));
    }
  }
  prepared.originalUrl = originalUrl;
  prepared.res = response;
  return readTarget(prepared, url);
}

/** Other code may have made some of the properties, perhaps so that they cannot be defined again. */
function addMissing(req: object, fields: object): void {
  const descriptors = Object.getOwnPropertyDescriptors(fields) as Record<PropertyKey, PropertyDescriptor>;
  for (const name of Reflect.ownKeys(descriptors)) {
    if (!Object.hasOwn(req, name)) Object.defineProperty(req, name, descriptors[name] as PropertyDescriptor);
  }
}

function mimicsExpress(req: object): boolean {
  // Requests of other frameworks have no settings.
  return (req as Partial<WithSettings>)[SETTINGS]?.dialect.mimicsMessages === true;
}
