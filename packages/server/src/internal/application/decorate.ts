/** @module `decorateRequest` and `decorateResponse`. */

import { Socket } from 'node:net';
import type { Request, Response } from '../../types/application.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { RUN } from '../planning/planned-chain.ts';
import type { RunningRequest } from '../running/run.ts';
import { Decorations } from '../scopes/decorations.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';

/** The decorations of the messages of an application. */
export interface MessageDecorations {
  decorateRequest(scope: ScopeNode, name: string, value: unknown): void;
  decorateResponse(scope: ScopeNode, name: string, value: unknown): void;
  /** Removes the properties of a scope and its nested scopes. */
  discard(scope: ScopeNode): void;
}

/** @param prototypes - the properties `request` and `response` of the application, which also apply in applications that it mounts */
export function createDecorations(
  prototypes: { readonly request: object; readonly response: object },
  { Request, Response }: Messages,
  registry: LayerRegistry,
): MessageDecorations {
  const requests = new Decorations<Request>('request', (req) => scopeOf(req, registry));
  const responses = new Decorations<Response>('response', ({ req }) => scopeOf(req, registry));
  return {
    decorateRequest(scope, name, value): void {
      requests.declare(prototypes.request, new Request(new Socket()), scope, name, value);
    },
    decorateResponse(scope, name, value): void {
      responses.declare(prototypes.response, new Response(new Request(new Socket())), scope, name, value);
    },
    discard(scope): void {
      requests.discard(scope);
      responses.discard(scope);
    },
  };
}

/** The scope of an application that a request is in; `undefined` outside the application. */
function scopeOf(req: RunningRequest, registry: LayerRegistry): ScopeNode | undefined {
  let run = req[RUN];
  while (run !== undefined && run.registry !== registry) run = run.outer?.run;
  return run?.chain.scope;
}
