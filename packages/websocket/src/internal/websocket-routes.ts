/** @module Which paths have WebSocket routes. Needed only next to other listeners for upgrades. */

import { createRouter } from '@nextpress/router';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import type { Application, Inspecting } from '@nextpress/server';

/** The name of the last handler of a WebSocket route. */
export const ACCEPTING_NAME = 'acceptWebSocket';

/** Listing all routes takes milliseconds, and anyone can ask for an upgrade. */
const LIST_TIME = 1_000;

/** The paths of an application. Routes can be added at any time, so a path that is not found may be looked for in a new list. */
export class WebSocketPaths {
  readonly #app: Application;
  #paths: readonly string[] = [];
  #listedAt: number = Number.NEGATIVE_INFINITY;

  constructor(app: Application) {
    this.#app = app;
  }

  has(target: string): boolean {
    const pathname = parseRequestTarget(target)?.pathname;
    if (this.#find(pathname)) return true;
    if (performance.now() - this.#listedAt < LIST_TIME) return false;
    this.#list();
    return this.#find(pathname);
  }

  #list(): void {
    // The own property of applications of nextpress/express hides it.
    const { routes } = Object.getPrototypeOf(this.#app) as Inspecting;
    const own = routes.call(this.#app).filter(({ handlers }) => handlers.at(-1) === ACCEPTING_NAME);
    this.#paths = own.map(({ path }) => path);
    this.#listedAt = performance.now();
  }

  #find(pathname: string | undefined): boolean {
    return this.#paths.some((path) => isRegExp(path) || (pathname !== undefined && matches(path, pathname)));
  }
}

/** A regular expression may match. */
function isRegExp(path: string): boolean {
  return path.startsWith('/^') || path.endsWith('$/');
}

function matches(path: string, pathname: string): boolean {
  return createRouter<true>().add('GET', path, true).find('GET', pathname) !== undefined;
}
