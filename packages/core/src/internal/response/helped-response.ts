import type { ServerResponse } from 'node:http';
import type { ResponseHelpers } from '../../response-helpers.ts';
import type { WithSettings } from '../../settings.ts';

/** A response whose prototype is patched, as the helpers see it. */
export interface HelpedResponse extends ServerResponse, ResponseHelpers, WithSettings {}
