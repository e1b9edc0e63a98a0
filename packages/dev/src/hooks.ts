/** @module Loader hooks for versions of Node without `module.registerHooks`. They run in their own thread. */

import type { MessagePort } from 'node:worker_threads';

let port: MessagePort | undefined;

export function initialize(data: { readonly port: MessagePort }): void {
  port = data.port;
}

type NextResolve = (specifier: string, context: object) => Promise<{ readonly url: string }>;

export async function resolve(
  specifier: string,
  context: object,
  next: NextResolve,
): Promise<{ readonly url: string }> {
  const resolved = await next(specifier, context);
  port?.postMessage(resolved.url);
  return resolved;
}
