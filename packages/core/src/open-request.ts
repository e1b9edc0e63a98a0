/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import { Existing } from './internal/existing.ts';
import type { ParsedUrl } from './internal/request/parsed-url.ts';
import { mimicsExpress, readTarget, type TargetState } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';

// V8: fields cost as little as assignments, and become own properties even if the prototype has a setter.
// proof: test/open-request.shape.test.ts
class OpenedRequest extends Existing {
  originalUrl = '';
  params: Params = {};
}

class MimickingRequest extends OpenedRequest {
  _parsedUrl: ParsedUrl | undefined = undefined;
}

class PairedRequest extends Existing {
  res: ServerResponse | undefined = undefined;
}

/**
 * Parses the target of a request with a patched prototype, and makes `originalUrl`, `params` and `res` its own properties.
 * In Express applications the request also gets `_parsedUrl`, and the response `locals`; elsewhere these are created on
 * access. All are assigned together in one order, so that all requests have one shape. Servers call it before routing.
 * Otherwise the helpers parse the target on first use.
 *
 * @param res - the value of `req.res`
 * @returns whether the target is well-formed. If not, respond with the error `malformedTarget()`.
 */
export function openRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const opened = req as TargetState & OpenedRequest & PairedRequest;
  const url = opened.url ?? '';
  const originalUrl = opened.originalUrl || url;
  const mimics = mimicsExpress(opened);
  const Opened = mimics ? MimickingRequest : OpenedRequest;
  try {
    new Opened(opened);
    if (res !== undefined) new PairedRequest(opened);
  } catch {
    addMissing(opened, new Opened({}));
  }
  opened.originalUrl = originalUrl;
  if (res !== undefined) {
    opened.res = res;
    if (mimics && !(res as ServerResponse & { locals?: unknown }).locals) {
      Object.assign(res, { locals: Object.create(null) });
    }
  }
  return readTarget(opened, url);
}

/** Other code may have defined some of the properties as non-configurable. */
function addMissing(req: object, fields: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(fields))) {
    if (!Object.hasOwn(req, name)) Object.defineProperty(req, name, descriptor);
  }
}
