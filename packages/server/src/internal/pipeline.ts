/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import type { ChainEnd } from '@nextpress/middleware';
import type { Request, Response } from '../messages.ts';
import { notePassed } from './answer-unmatched.ts';
import { isDecoded } from './path-params.ts';
import type { PathRules } from './path-rules.ts';
import { type Plan, planStack } from './plan.ts';
import { resume, resumeUnmatched } from './resume.ts';
import { CAPTURED, type RoutedRequest } from './route-params.ts';
import type { MiddlewareEntry, RouteEntry } from './stack.ts';

/** Receives a request that the whole stack has passed on, with the error that nothing handled. */
export type Done = (error: unknown, req: Request, res: Response) => void;

/** An application's stack, the plan worked out from it, and where requests go that it passes on. */
export class Pipeline {
  readonly rules: PathRules;
  readonly stack: (MiddlewareEntry | RouteEntry)[] = [];
  /** Takes requests past the end of the stack when the application is not mounted. */
  readonly answer: Done;
  #plan: Plan | undefined;

  constructor(rules: PathRules, answer: Done) {
    this.rules = rules;
    this.answer = (error, req, res) => {
      if (error === undefined) notePassed(this.plan().router, req);
      answer(error, req, res);
    };
  }

  /** Appends to the stack; the next request finds a new plan. */
  append(entry: MiddlewareEntry | RouteEntry): void {
    this.stack.push(entry);
    this.changed();
  }

  changed(): void {
    this.#plan = undefined;
  }

  plan(): Plan {
    this.#plan ??= planStack(this.stack, this.rules, (origins) => endOf(this, origins, this.answer));
    return this.#plan;
  }
}

/** Runs what the stack has for a request, and hands it to `done` if all of it passes the request on. */
export function runPipeline(pipeline: Pipeline, req: Request, res: Response, done: Done): void {
  const pathname = req.pathname;
  const match = pipeline.plan().router.find(req.method as string, pathname);
  if (match === undefined) {
    resumeUnmatched(pipeline, req, res, done);
    return;
  }
  const route = match.value;
  if (route.captures && pathname.includes('%') && !isDecoded(match.params)) {
    resume(pipeline, req, res, done, 0, undefined);
    return;
  }
  if (route.deferred) (req as RoutedRequest)[CAPTURED] = match.params;
  else req.params = match.params;
  route.chain.run(req, res, done === pipeline.answer ? route.end : endOf(pipeline, route.origins, done));
}

function endOf(pipeline: Pipeline, origins: readonly number[], done: Done): ChainEnd<Request, Response> {
  return (error, req, res, at) => {
    resume(pipeline, req, res, done, (origins[at] as number) + 1, error);
  };
}
