/** @module Which paths have WebSocket routes. Needed only next to other listeners for upgrades. */

import { createRouter } from '@nextpress/router';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import type { Application, Inspecting } from '@nextpress/server';

/** The name of the last handler of a WebSocket route. */
export const ACCEPTING_NAME = 'acceptWebSocket';

/** Routes can be added at any time, so they are listed for each of these rare requests. */
export function hasWebSocketRoute(app: Application, target: string): boolean {
  const pathname = parseRequestTarget(target)?.pathname;
  // The own property of applications of nextpress/express hides it.
  const { routes } = Object.getPrototypeOf(app) as Inspecting;
  return routes
    .call(app)
    .filter(({ handlers }) => handlers.at(-1) === ACCEPTING_NAME)
    .some(({ path }) => isRegExp(path) || (pathname !== undefined && matches(path, pathname)));
}

/** A regular expression may match. */
function isRegExp(path: string): boolean {
  return path.startsWith('/^') || path.endsWith('$/');
}

function matches(path: string, pathname: string): boolean {
  return createRouter<true>().add('GET', path, true).find('GET', pathname) !== undefined;
}
