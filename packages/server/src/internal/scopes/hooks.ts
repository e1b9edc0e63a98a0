import { isPayloadPending } from '@nextpress/core';
import { isThenable, type Next } from '@nextpress/middleware';
import type { Request, Response, ServerLayer } from '../../types.ts';

/** The names of all hooks, in the order in which they run. */
export const HOOK_NAMES = [
  'onRoute',
  'onRequest',
  'preValidation',
  'preHandler',
  'onSend',
  'onResponse',
  'onError',
  'onClose',
] as const;

/** The name of a hook. */
export type HookName = (typeof HOOK_NAMES)[number];

/** Any hook. The public types of `addHook` say which parameters each has. */
export type HookFunction = (...args: never[]) => unknown;

type RequestHook = (req: Request, res: Response, next: Next) => unknown;

/** The hooks around the routes of a router or an application that is mounted in a scope. */
export interface HookContext {
  readonly preValidation: readonly ServerLayer[];
  readonly preHandler: readonly ServerLayer[];
  /** Whether there are `onError` hooks. */
  readonly observesErrors: boolean;
}

/** Turns a hook into a layer. A hook with fewer than three parameters continues when its promise or its call ends. */
export function hookLayer(hook: HookFunction): ServerLayer {
  const run = hook as RequestHook;
  if (hook.length > 2) return run;
  const layer: ServerLayer = (req: Request, res: Response, next: Next) => {
    const result = run(req, res, next);
    if (isThenable(result)) return result.then((value) => continueAfter(value, res, next));
    continueAfter(result, res, next);
    return undefined;
  };
  return Object.defineProperty(layer, 'name', { value: hook.name });
}

/** As in Fastify, a hook that has responded, or returns the response, ends the request. */
function continueAfter(result: unknown, res: Response, next: Next): void {
  if (result !== res && !res.headersSent && !res.writableEnded && !isPayloadPending(res)) next();
}
