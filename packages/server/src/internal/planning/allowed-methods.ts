import type { Matcher } from '@nextpress/router';
import { ALL } from '../registration/methods.ts';

interface RouteMethods {
  readonly matcher: Matcher | undefined;
  readonly methods: readonly string[];
}

/** The methods of the routes of a stack, for `405` and `OPTIONS`. */
export class AllowedMethods {
  readonly #routes: RouteMethods[] = [];

  add(matcher: Matcher | undefined, methods: readonly string[]): void {
    this.#routes.push({ matcher, methods });
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  of(pathname: string, except?: string): string[] {
    return this.#routes.flatMap(({ matcher, methods }) => {
      if (matcher?.match(pathname) === undefined) return [];
      if (except !== undefined && (methods.includes(except) || methods.includes(ALL))) return [];
      return methods.filter((method) => method !== ALL);
    });
  }
}
