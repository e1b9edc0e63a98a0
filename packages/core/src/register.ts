/** @module Patches Node's prototypes, so that every request and response in the process has the helpers. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { patchPrototypes } from './patch-prototypes.ts';
import type { RequestHelpers } from './request-helpers.ts';
import type { ResponseHelpers } from './response-helpers.ts';

declare module 'node:http' {
  interface IncomingMessage extends RequestHelpers {}
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> extends ResponseHelpers {}
}

patchPrototypes({ request: IncomingMessage.prototype, response: ServerResponse.prototype });
