/** @module The tools that `nextpress dev` puts into the process of an application. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEVELOPMENT_TOOLS } from '@nextpress-internal/internals/keys';
import type { ErrorBody } from './error-body.ts';

/** What `nextpress dev` does for an application. */
interface DevelopmentTools {
  /**
   * Explains a server error to the client of a request.
   *
   * @param layers - the layers that the request passed through; the last one failed
   * @returns `undefined` if the client gets the usual response
   */
  explain(
    error: unknown,
    req: IncomingMessage,
    layers: readonly string[],
  ): (ErrorBody & { readonly headers: Readonly<Record<string, string>> }) | undefined;
  logError(error: unknown, req: IncomingMessage | undefined): void;
  logResponse(req: IncomingMessage, res: ServerResponse, milliseconds: number): void;
}

/** `undefined` unless `nextpress dev` runs the application. */
export function developmentTools(): DevelopmentTools | undefined {
  return (globalThis as { readonly [DEVELOPMENT_TOOLS]?: DevelopmentTools })[DEVELOPMENT_TOOLS];
}
