/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import { Existing } from '@nextpress-internal/internals/existing';
import type { ParsedUrl } from './internal/request/parsed-url.ts';
import { readTarget, type TargetState, UPDATES_PARSED_URL } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';
import { SETTINGS, type WithSettings } from './settings.ts';

// V8: fields cost as little as assignments, and become own properties even if the prototype has a setter.
// proof: test/open-request.shape.test.ts
class OpenedRequest extends Existing {
  originalUrl = '';
  params: Params = {};
  res: ServerResponse | undefined = undefined;
}

class MimickingRequest extends OpenedRequest {
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
export function openRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const opened = req as TargetState & OpenedRequest;
  const url = opened.url ?? '';
  const originalUrl = opened.originalUrl || url;
  const response = (res ?? opened.res) as (ServerResponse & { locals?: unknown }) | undefined;
  if (mimicsExpress(opened)) {
    // Express assigns, which calls setters that other code has defined.
    if (MIMICKED_NAMES.some((name) => Object.hasOwn(opened, name)))
      addMissing(opened, new MimickingRequest({}));
    else new MimickingRequest(opened);
    if (response !== undefined && !response.locals) Object.assign(response, { locals: Object.create(null) });
  } else {
    try {
      new OpenedRequest(opened);
    } catch {
      addMissing(opened, new OpenedRequest({}));
    }
  }
  opened.originalUrl = originalUrl;
  opened.res = response;
  return readTarget(opened, url);
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
