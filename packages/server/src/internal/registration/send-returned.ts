/** @module Sends what a handler has returned. */

import { EventEmitter } from 'node:events';
import { isPayloadPending } from '@nextpress/core';
import { HttpError } from '@nextpress/semantics/http-error';
import { printValue } from '@nextpress/semantics/options';
import type { Request, Response } from '../../types/application.ts';
import { settingsOf } from '../dialect.ts';

/** A handler's return value in an Express-like application, which ignores it. */
const IGNORED: unique symbol = Symbol('ignored');

type IgnoringRequest = Request & { [IGNORED]?: string };

/**
 * Sends a value as `res.send()` does. In Express and in applications that behave like it, the value is only recorded for the warning
 * about a request without a response.
 *
 * @throws HttpError if the handler has responded as well
 */
export function sendReturned(value: unknown, req: Request, res: Response): void {
  if (value === undefined || value === res || value === req || isHandle(value)) return;
  const settings = settingsOf(req);
  if (settings === undefined || settings.dialect.sendsReturned === false) {
    (req as IgnoringRequest)[IGNORED] = kindOf(value);
    return;
  }
  if (res.headersSent || res.writableEnded || isPayloadPending(res)) {
    const message = `The handler returned ${kindOf(value)} after it had responded: either return the response or call methods of res`;
    throw new HttpError(500, 'ERR_RETURNED_AFTER_RESPONSE', message);
  }
  res.send(value);
}

/** Describes an ignored return value; `undefined` if there was none. */
export function ignoredValue(req: IgnoringRequest): string | undefined {
  return req[IGNORED];
}

/** Whether a value is a handle, e.g. of `setTimeout` or `http.get`, which concise arrow functions return by accident. */
function isHandle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof EventEmitter) return !('readable' in value);
  return 'hasRef' in value && 'unref' in value;
}

/** Strings may be long, or secret. */
function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'a string' : printValue(value);
}
