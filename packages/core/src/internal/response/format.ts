import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { HttpError } from '@nextpress/semantics/http-error';
import { withoutCode } from '@nextpress/semantics/thrown-value';
import type { RequestHelpers } from '../../request-helpers.ts';
import type { FormatHandler } from '../../response-helpers.ts';
import { SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';

type Handlers = Readonly<Record<string, FormatHandler<IncomingMessage & RequestHelpers, PatchedResponse>>>;

/** As in Express, calling a handler that is not a function throws a TypeError. */
type Chosen = Readonly<Record<'default', FormatHandler<FormattedRequest, PatchedResponse>>>;

/** Servers with routing set `next`. */
interface FormattedRequest extends IncomingMessage, RequestHelpers {
  readonly next?: (error?: unknown) => void;
}

/** `res.format`. */
export function format(this: PatchedResponse, handlers: Handlers): PatchedResponse {
  const req = this.req as FormattedRequest;
  const next = req.next ?? throwError;
  const types = Object.keys(handlers).filter((type) => type !== 'default');
  const chosen = types.length === 0 ? false : req.accepts(types);
  this.vary('Accept');
  if (chosen) {
    this.set('Content-Type', essenceOf(chosen));
    // Called as a method, because handlers may use `this`.
    (handlers as Chosen)[chosen as 'default'](req, this, next);
  } else if (handlers.default) handlers.default(req, this, next);
  else {
    const error = notAcceptable(types);
    next(this[SETTINGS]?.dialect.hidesCodes ? withoutCode(error) : error);
  }
  return this;
}

/** The media type of a key, without parameters. */
function essenceOf(type: string): string {
  if (!type.includes('/')) return mediaTypeOf(type) ?? 'application/octet-stream';
  const semicolon = type.indexOf(';');
  return (semicolon === -1 ? type : type.slice(0, semicolon)).trim();
}

function notAcceptable(types: readonly string[]): HttpError {
  const error = new HttpError(406, 'ERR_NOT_ACCEPTABLE', 'Not Acceptable');
  return Object.assign(error, { types: types.map(essenceOf) });
}

/** Without a routing server, the caller gets the error. */
function throwError(error?: unknown): void {
  if (error !== undefined) throw error;
}
