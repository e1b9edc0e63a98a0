import { isPayloadPending } from '@nextpress/core';
import { isThenable, type Next } from '@nextpress/middleware';
import { invalidValue } from '@nextpress/semantics/options';
import type { ChainFunction, Request, Response } from '../../types/application.ts';

/** The names of all hooks, in the order in which they run, with their parameters. */
const PARAMETERS = {
  onRoute: ['route'],
  onRequest: ['req', 'res', 'next'],
  preValidation: ['req', 'res', 'next'],
  preHandler: ['req', 'res', 'next'],
  onSend: ['req', 'res', 'payload'],
  onResponse: ['req', 'res'],
  onError: ['error', 'req', 'res'],
  preClose: ['app'],
  onClose: ['app'],
} as const;

/** The name of a hook. */
export type HookName = keyof typeof PARAMETERS;

/**
 * Rejects hooks with the wrong arity, and hooks that would let every request through.
 *
 * @throws TypeError if the name or the function is invalid
 */
export function checkHook(name: HookName, hook: HookFunction): void {
  if (!Object.hasOwn(PARAMETERS, name)) {
    throw invalidValue('hook', `one of ${Object.keys(PARAMETERS).join(', ')}`, name);
  }
  if (typeof hook !== 'function') throw invalidValue(`hook of ${name}`, 'a function', hook);
  const parameters: readonly string[] = PARAMETERS[name];
  const expected = `Invalid hook of ${name}: expected a function (${parameters.join(', ')})`;
  if (hook.length > parameters.length) {
    const remedy = parameters.includes('next') ? '' : '. To wait for something, return a promise';
    throw new TypeError(`${expected}, got one with ${hook.length} parameters${remedy}`);
  }
  if (parameters.includes('next') && hook.length > 2 && isAsyncFunction(hook)) {
    throw new TypeError(
      `${expected} or an async function (req, res), got an async function with next: return instead of calling it`,
    );
  }
  if (parameters.includes('next') && hook.length === 0 && !isAsyncFunction(hook)) {
    throw new TypeError(
      `${expected}, (req, res) or an async function, got one without parameters, which may or may not call next()`,
    );
  }
}

function isAsyncFunction(hook: HookFunction): boolean {
  return Object.prototype.toString.call(hook) === '[object AsyncFunction]';
}

/** Any hook. The public types of `addHook` declare the parameters. */
export type HookFunction = (...args: never[]) => unknown;

type RequestHook = (req: Request, res: Response, next: Next) => unknown;

/** A hook and its layer for chains. */
export interface HookEntry {
  readonly name: HookName;
  readonly hook: HookFunction;
  readonly layer: ChainFunction;
  /** The call site of the registration, as `file:line:column`; `undefined` unless a tool asks for it. */
  readonly registeredAt: string | undefined;
}

/** The hooks that run before the handlers of a route, in order. */
export const HANDLER_HOOKS: readonly HandlerHookName[] = ['preValidation', 'preHandler'];

type HandlerHookName = Extract<HookName, 'preValidation' | 'preHandler'>;

/** The hooks around the routes of a scope, and of routers and applications mounted there. */
export interface HookContext extends Readonly<Record<HandlerHookName, readonly ChainFunction[]>> {
  /** Whether there are `onError` hooks. */
  readonly observesErrors: boolean;
}

/** The hooks before a layer that is not a route. */
export function hooksBefore(context: HookContext | undefined): readonly ChainFunction[] {
  return context === undefined ? [] : HANDLER_HOOKS.flatMap((name) => context[name]);
}

/**
 * Turns a hook into a layer. With fewer than three parameters, the request continues when the hook returns or
 * its promise resolves. Each registration gets its own layer, so a function shared by two scopes runs once
 * per scope.
 */
export function hookLayer(hook: HookFunction): ChainFunction {
  const run = hook as RequestHook;
  const layer: ChainFunction = (req: Request, res: Response, next: Next) => {
    const result = run(req, res, next);
    if (hook.length > 2) return result;
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
