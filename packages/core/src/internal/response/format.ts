import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { HttpError } from '@nextpress/semantics/http-error';
import type { RequestHelpers } from '../../request-helpers.ts';
import type { FormatHandler } from '../../response-helpers.ts';
import { shown } from '../shown.ts';
import type { HelpedResponse } from './helped-response.ts';

/** What `res.format` reads of a request; `next` is there where a server routes. */
interface FormattedRequest {
  accepts(types: readonly string[]): string | false;
  readonly next?: (error?: unknown) => void;
}

/** `res.format`. */
export function format(
  this: HelpedResponse,
  handlers: Readonly<Record<string, FormatHandler<IncomingMessage & RequestHelpers, HelpedResponse>>>,
): HelpedResponse {
  const types = typesOf(handlers);
  const req = this.req as unknown as FormattedRequest;
  const chosen = types.length === 0 ? false : req.accepts(types);
  this.vary('Accept');
  const handler = handlers[chosen === false ? 'default' : chosen];
  if (chosen !== false) this.set('Content-Type', essenceOf(chosen));
  const next = req.next ?? throwUnless;
  if (handler === undefined) next(notAcceptable(types));
  else handler(this.req as IncomingMessage & RequestHelpers, this, next);
  return this;
}

function typesOf(handlers: unknown): string[] {
  const entries = typeof handlers === 'object' && handlers !== null ? Object.entries(handlers) : undefined;
  const stranger =
    entries === undefined ? [undefined, handlers] : entries.find(([, each]) => typeof each !== 'function');
  if (entries === undefined || stranger !== undefined) {
    throw new TypeError(
      `res.format() takes an object of functions by their media type; got ${shown(stranger?.[1])}.`,
    );
  }
  return entries.map(([type]) => type).filter((type) => type !== 'default');
}

/** The media type that a key means, without parameters. */
function essenceOf(type: string): string {
  if (!type.includes('/')) return mediaTypeOf(type) ?? 'application/octet-stream';
  const semicolon = type.indexOf(';');
  return semicolon === -1 ? type : type.slice(0, semicolon).trim();
}

function notAcceptable(types: readonly string[]): HttpError {
  const offers = types.map(essenceOf);
  const message = `The client accepts none of ${offers.join(', ') || 'nothing'}.`;
  return Object.assign(new HttpError(406, 'ERR_NOT_ACCEPTABLE', message), { types: offers });
}

/** Where nothing routes, whoever called hears of it. */
function throwUnless(error?: unknown): void {
  if (error !== undefined) throw error;
}
