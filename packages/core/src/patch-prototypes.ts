import { defineMembers, type Members } from './internal/define-members.ts';
import { REQUEST_MEMBERS } from './internal/request/request-members.ts';
import { RESPONSE_MEMBERS } from './internal/response/response-members.ts';
import { checkOptions, type PatchOptions } from './patch-options.ts';
import { defaultSettings, type HelperSettings, SETTINGS } from './settings.ts';

const patched = new WeakSet<object>();

/**
 * Defines all helpers on two prototypes, as non-enumerable properties that can be replaced. A second call for the same
 * prototypes only changes `settings` and `queryParser`.
 *
 * @throws {TypeError} if an option is invalid
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
  patch(request, REQUEST_MEMBERS, settings);
  patch(response, RESPONSE_MEMBERS, settings);
}

function patch(prototype: object, members: Members, settings: HelperSettings): void {
  defineMembers(prototype, { values: { [SETTINGS]: settings } });
  if (patched.has(prototype)) return;
  defineMembers(prototype, members);
  patched.add(prototype);
}

/** Ignores the settings of a superclass. */
function ownSettings(prototype: object): HelperSettings | undefined {
  return Object.getOwnPropertyDescriptor(prototype, SETTINGS)?.value;
}
