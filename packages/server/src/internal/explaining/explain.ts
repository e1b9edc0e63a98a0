/** @module Cold: `app.explain()`. A request without a connection runs through the application, whose functions only record their calls. */

import { Socket } from 'node:net';
import { pathnameOf, prepareRequest } from '@nextpress/core';
import { invalidValue } from '@nextpress/semantics/options';
import type { Request, Response } from '../../types/application.ts';
import type { Explanation } from '../../types/inspecting.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { errorStatus } from '../responding/error-response.ts';
import { StackRun } from '../running/run.ts';
import { scopeName } from './describe-step.ts';
import { RECORDER } from './recorder.ts';
import { Recording } from './recording.ts';
import { skippedIn } from './skipped-steps.ts';

/** The part of an application that an explanation needs. */
export interface ExplainedApplication {
  readonly registry: LayerRegistry;
  readonly messages: Messages;
  /** Resolves when the plugins have loaded. */
  ready(): Promise<void>;
}

/** Explains what an application does with a request: see `Inspecting`. */
export async function explain(app: ExplainedApplication, method: string, path: string): Promise<Explanation> {
  if (typeof method !== 'string' || method === '') {
    throw invalidValue('method in explain()', "a method such as 'GET'", method);
  }
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw invalidValue('path in explain()', "a path such as '/users/7'", path);
  }
  await app.ready();
  const { Request: OwnRequest, Response: OwnResponse } = app.messages;
  const req = Object.assign(new OwnRequest(new Socket()), {
    method: method.toUpperCase(),
    url: path,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
  }) as Request;
  const res = new OwnResponse(req) as Response;
  if (!prepareRequest(req, res)) throw invalidValue('path in explain()', 'a path of a URL', path);
  const recording = new Recording();
  const { scope, response } = await run(app.registry, recording, req, res);
  const skipped = recording.visited.flatMap((visited) => skippedIn(visited, req.method as string));
  return {
    method: method.toUpperCase(),
    path,
    scope,
    runs: recording.runs,
    skipped: [...recording.shadowed, ...skipped],
    response,
  };
}

/** Runs the request; resolves with its scope, and the response of the framework if no function has responded. */
function run(
  origin: LayerRegistry,
  recording: Recording,
  req: Request,
  res: Response,
): Promise<Pick<Explanation, 'scope' | 'response'>> {
  return new Promise((resolve) => {
    const settle = (status: number): void => {
      const allow = res.getHeader('Allow');
      const hasResponded = recording.ending !== undefined;
      res.emit('finish');
      resolve({
        scope: scopeName(dryRun.chain.scope),
        response: hasResponded
          ? undefined
          : { status, allow: allow === undefined ? undefined : String(allow) },
      });
    };
    // Nothing is sent: the end of the response is the end of the run.
    res.end = () => {
      settle(res.statusCode);
      return res;
    };
    const respond: LayerRegistry['respond'] = (error) => {
      if (recording.ending !== undefined) settle(res.statusCode);
      else if (error) {
        recording.end(res);
        settle(errorStatus(error) ?? 500);
      } else origin.respond(undefined, req, res);
    };
    const visit = { origin, prefix: '', depth: 0, pathname: pathnameOf(req) };
    const dryRun = new StackRun(recording.enter(visit, respond), req, res, undefined, RECORDER);
    dryRun.start();
  });
}
