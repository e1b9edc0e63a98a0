import type { ServerResponse } from 'node:http';
import type { ResponseHelpers } from '../../response-helpers.ts';
import type { ResponseSlots } from '../../response-slots.ts';
import type { WithSettings } from '../../settings.ts';

/** A response with a patched prototype. */
export interface PatchedResponse extends ServerResponse, ResponseHelpers, ResponseSlots, WithSettings {}
