/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import { Existing } from './internal/existing.ts';
import type { ParsedUrl } from './internal/request/parsed-url.ts';
import { readTarget, type TargetState } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';

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
  if (isOpened(opened)) addMissing(opened);
  else new OpenedRequest(opened);
  opened.originalUrl = originalUrl;
  if (res !== undefined) {
    if (!Object.hasOwn(opened, 'res')) new PairedRequest(opened);
    opened.res = res;
    const { locals } = res as ServerResponse & { locals?: unknown };
    if (!locals) Object.assign(res, { locals: Object.create(null) });
  }
  return readTarget(opened, url);
}

/** Whether other code has made some of the properties, perhaps with a setter, or so that they cannot be defined again. */
function isOpened(req: object): boolean {
  return (
    Object.hasOwn(req, 'originalUrl') || Object.hasOwn(req, '_parsedUrl') || Object.hasOwn(req, 'params')
  );
}

function addMissing(req: object): void {
  const fields: object = new OpenedRequest({});
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(fields))) {
    if (!Object.hasOwn(req, name)) Object.defineProperty(req, name, descriptor);
  }
}
