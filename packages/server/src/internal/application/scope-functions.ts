/** @module The functions of applications and scopes that plugins use. */

import { invalidValue } from '@nextpress/semantics/options';
import { isThenable } from '@nextpress/semantics/thenable';
import type { NextFunction, Request, Response } from '../../types/application.ts';
import type { ErrorHandler, Handler } from '../../types/declared-handlers.ts';
import { define } from '../registration/define.ts';
import { middlewareLayer } from '../registration/make-layer.ts';
import { REGISTRY } from '../registration/registry.ts';
import { sendReturned } from '../registration/send-returned.ts';
import { errorStatus } from '../responding/error-response.ts';
import { checkHook, type HookFunction, type HookName } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { SCOPE, type ScopeHost, type ScopeState, STATE } from './application-state.ts';

/** Defines the functions on the prototype of applications, or of scopes. */
export function defineScoping(prototype: object): void {
  for (const [name, method] of Object.entries(FUNCTIONS)) define(prototype, name, method);
}

/** Resolves when an object's plugins have loaded, and compiles the routes unless other plugins are still loading. */
export async function whenLoaded({ app, loader }: ScopeState): Promise<void> {
  await loader.idle();
  if (app[REGISTRY].loading === undefined) app[REGISTRY].plan();
}

const FUNCTIONS = {
  async ready(this: ScopeHost): Promise<void> {
    // Includes plugins that are registered after this call but before the caller awaits it.
    await undefined;
    await whenLoaded(this[SCOPE]);
  },
  addHook(this: ScopeHost, name: HookName, hook: HookFunction): ScopeHost {
    checkHook(name, hook);
    this[SCOPE].registrar.addHook(name, hook);
    return this;
  },
  decorateRequest(this: ScopeHost, name: string, value?: unknown): ScopeHost {
    const { app, registrar } = this[SCOPE];
    app[STATE].decorations.decorateRequest(registrar.node, name, value);
    return this;
  },
  decorateResponse(this: ScopeHost, name: string, value?: unknown): ScopeHost {
    const { app, registrar } = this[SCOPE];
    app[STATE].decorations.decorateResponse(registrar.node, name, value);
    return this;
  },
  setErrorHandler(this: ScopeHost, handler: ErrorHandler): ScopeHost {
    if (typeof handler !== 'function') {
      throw invalidValue('handler in setErrorHandler()', 'a function (error, req, res, next)', handler);
    }
    const { registrar } = this[SCOPE];
    const { node } = registrar;
    if (node.errorLayer !== undefined) {
      throw new Error(`Scope "${node.name}" already has an error handler`);
    }
    // A chain recognizes error handlers by their four parameters.
    const handle = (error: unknown, req: Request, res: Response, next: NextFunction): unknown => {
      if (!res.headersSent && res.statusCode < 400) res.statusCode = errorStatus(error) ?? 500;
      const returned = handler(error, req, res, next);
      // Without `next`, it can return the response like any other handler.
      if (handler.length > 3) return returned;
      const send = (value: unknown): void => sendReturned(value, req, res);
      return isThenable(returned) ? returned.then(send) : send(returned);
    };
    Object.defineProperty(handle, 'name', { value: handler.name });
    registrar.setErrorLayer(middlewareLayer('/', handle, registrar.rules));
    return this;
  },
  setNotFoundHandler(this: ScopeHost, handler: Handler): ScopeHost {
    if (typeof handler !== 'function' || handler.length > 3) {
      throw invalidValue('handler in setNotFoundHandler()', 'a function (req, res, next)', handler);
    }
    const { node } = this[SCOPE].registrar;
    const root = node.lineage[0] as ScopeNode;
    if (root.all().some(({ prefix, notFound }) => notFound !== undefined && prefix === node.prefix)) {
      throw new Error(
        `The prefix "${node.prefix || '/'}" already has a not-found handler, so scope "${node.name}" cannot set one`,
      );
    }
    const handle: Handler = (req, res, next) => {
      if (!res.headersSent) res.statusCode = 404;
      return handler(req, res, next);
    };
    // What a function returns is sent only if it takes no `next`.
    const { name, length } = handler;
    node.setNotFound(Object.defineProperties(handle, { name: { value: name }, length: { value: length } }));
    return this;
  },
};
