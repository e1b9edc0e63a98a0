import { STATE, type StatefulApplication } from './internal/application/application-state.ts';
import type { Application } from './types/application.ts';
import type { LogError } from './types/server-options.ts';

export type { LogError };

/**
 * Returns the function that logs an application's errors: its option `logError`, guarded against errors of
 * its own. For packages that run the application's functions outside a request.
 *
 * @example
 * ```ts
 * import { createServer, logErrorOf } from '@nextpress/server';
 *
 * const messages: string[] = [];
 * const app = createServer({ logError: (error) => void messages.push(String(error)) });
 * logErrorOf(app)(new Error('The queue is full.'));
 *
 * messages; // => ['Error: The queue is full.']
 * ```
 */
export function logErrorOf(app: Application): LogError {
  return (app as StatefulApplication)[STATE].healthHost.logError;
}
