import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHelpers } from '../request-helpers.ts';
import type { ResponseHelpers } from '../response-helpers.ts';
import type { ResponseSlots } from '../response-slots.ts';
import type { WithSettings } from '../settings.ts';

/** A request with a patched prototype. */
export interface PatchedRequest extends IncomingMessage, RequestHelpers, WithSettings {}

/** A response with a patched prototype. */
export interface PatchedResponse extends ServerResponse, ResponseHelpers, ResponseSlots, WithSettings {}
