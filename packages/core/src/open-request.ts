/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import type { ParsedUrl } from './internal/request/parsed-url.ts';
import { readTarget, type TargetState } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';

/** A constructor that returns its argument, to which the fields of a class that extends it are then added. */
const Existing = function (object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

// V8: fields cost as little as assignments, and become own properties even if the prototype has a setter.
// proof: test/open-request.shape.test.ts
class OpenedRequest extends Existing {
  originalUrl = '';
  _parsedUrl: ParsedUrl | undefined = undefined;
  params: Params = {};
}

class PairedRequest extends Existing {
  res: ServerResponse | undefined = undefined;
}

class OpenedResponse extends Existing {
  locals: Record<string, unknown> = Object.create(null);
}

/**
 * Parses the target of a request with a patched prototype and makes `originalUrl`, `res`, `params` and `_parsedUrl` its own properties
 * and `locals` one of the response, as Express does. All are assigned at once and in one order, so that every request has one shape. Servers
 * call it before routing. Without it, the helpers parse the target when they are first used.
 *
 * @param res - the value of `req.res`
 * @returns whether the target is well-formed. If not, respond with the error `malformedTarget()`.
 */
export function openRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const opened = req as TargetState & OpenedRequest & PairedRequest;
  const url = opened.url ?? '';
  const originalUrl = opened.originalUrl || url;
  new OpenedRequest(opened);
  opened.originalUrl = originalUrl;
  if (res !== undefined) {
    new PairedRequest(opened);
    opened.res = res;
    if (!Object.hasOwn(res, 'locals')) new OpenedResponse(res);
  }
  return readTarget(opened, url);
}
