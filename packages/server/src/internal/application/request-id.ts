/** @module The option `requestId` of `createServer`. Without it, none of this runs per request. */

import { type IncomingMessage, validateHeaderName } from 'node:http';
import type { HelperSettings } from '@nextpress/core';
import { warn } from '@nextpress/middleware';
import { checkOptionNames, functionOption, invalidOption } from '@nextpress/semantics/options';
import { thrownText } from '@nextpress/semantics/thrown-value';
import type { RequestIdOptions } from '../../types/server-options.ts';
import type { ApplicationListener } from './request-listener.ts';

/** The checked option. */
export interface RequestIdSettings {
  readonly header: string;
  readonly generate: (req: IncomingMessage) => string;
}

const OWNER = 'createServer';
const EXPECTED = 'true, false or an object such as { header: "X-Request-Id" }';

/** Safe in logs, in headers and in URLs of tools. */
const VALID_ID = /^[\w.:@+/=~-]{1,200}$/;

/**
 * Reads the option.
 *
 * @throws TypeError if it is invalid
 */
export function readRequestId(option: boolean | RequestIdOptions | undefined): RequestIdSettings | undefined {
  if (option === undefined || option === false) return undefined;
  if (option !== true && (typeof option !== 'object' || option === null)) {
    throw invalidOption(OWNER, 'requestId', EXPECTED, option);
  }
  const options = option === true ? {} : option;
  checkOptionNames('createServer({ requestId })', options, ['header', 'generate']);
  const { header = 'X-Request-Id', generate = randomUUID } = options;
  checkHeader(header);
  functionOption(OWNER, 'requestId.generate', generate);
  return { header, generate };
}

function checkHeader(header: unknown): void {
  try {
    validateHeaderName(header as string);
  } catch {
    throw invalidOption(OWNER, 'requestId.header', 'the name of a header, such as "X-Request-Id"', header);
  }
}

type IdentifiedRequest = IncomingMessage & { id?: unknown };

/** Wraps the listener of an application: each request gets an id, and its response the header. */
export function identifyRequests(
  listener: ApplicationListener,
  { header, generate }: RequestIdSettings,
  settings: HelperSettings,
): ApplicationListener {
  const name = header.toLowerCase();
  return (req: IdentifiedRequest, res, next) => {
    // An outer application, or its middleware, may have set the id.
    if (req.id === undefined) {
      const id = incomingId(req, name, settings) ?? newId(req, generate);
      req.id = id;
      if (!res.headersSent) res.setHeader(header, id);
    }
    listener(req, res, next);
  };
}

/** The id that a trusted proxy sent, if it is valid. */
function incomingId(req: IncomingMessage, name: string, { trustProxy }: HelperSettings): string | undefined {
  const { [name]: sent } = req.headers;
  if (typeof sent !== 'string' || !VALID_ID.test(sent)) return undefined;
  return trustProxy(req.socket?.remoteAddress ?? '', 0) ? sent : undefined;
}

/** If the application's id is invalid, the request gets a random one: it must not fail, and must be traceable in logs. */
function newId(req: IncomingMessage, generate: RequestIdSettings['generate']): string {
  try {
    const id: unknown = generate(req);
    if (typeof id === 'string' && VALID_ID.test(id)) return id;
    warnOnce(`returned ${typeof id === 'string' ? JSON.stringify(id) : typeof id}`);
  } catch (error) {
    warnOnce(`threw ${thrownText(error)}`);
  }
  return randomUUID();
}

/** From the Web Crypto API, which Node loads on first use. */
function randomUUID(): string {
  return globalThis.crypto.randomUUID();
}

let hasWarned = false;

function warnOnce(what: string): void {
  if (hasWarned) return;
  hasWarned = true;
  warn(
    'NEXTPRESS_REQUEST_ID',
    `The option requestId.generate ${what}: expected 1 to 200 letters, digits or _.:@+/=~-. A random UUID is used instead.`,
  );
}
