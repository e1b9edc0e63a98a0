/** @module The parts of an application of Nextpress that the command uses. It may come from another copy of the framework. */

import { resolve } from 'node:path';
import { ROUTES } from '@nextpress-internal/internals/keys';

export interface RoutedApplication {
  [ROUTES](): readonly {
    readonly kind: string;
    readonly path: unknown;
    groups(): readonly { readonly methods: readonly string[] }[];
  }[];
  ready?(): Promise<void>;
  get?(setting: string): unknown;
}

/** The application that handles the requests of a server; `undefined` for other listeners. */
export function applicationOf(value: unknown): RoutedApplication | undefined {
  return typeof value === 'function' && ROUTES in value ? (value as unknown as RoutedApplication) : undefined;
}

/** Lets an exported application listen: any object with a method `listen`. */
export function listenOn(app: unknown, port: number): void {
  const { listen } = app as { readonly listen?: (port: number) => unknown };
  if (typeof listen === 'function') listen.call(app, port);
}

/** The folders in which an application looks for its views, absolute paths. */
export function viewFoldersOf(app: RoutedApplication): string[] {
  return [app.get?.('views')]
    .flat()
    .filter((folder) => typeof folder === 'string')
    .map((folder) => resolve(folder));
}

/** The methods and the path of each route. */
export function routesOf(app: RoutedApplication): [methods: string, path: string][] {
  return app[ROUTES]()
    .filter(({ kind }) => kind === 'route')
    .flatMap((row) =>
      row.groups().map(({ methods }): [string, string] => [methods.join(', '), String(row.path)]),
    );
}

/** The routes of an application, one a line. */
export function routesText(app: RoutedApplication): string {
  const rows = routesOf(app);
  const width = Math.max(0, ...rows.map(([methods]) => methods.length));
  return rows.map(([methods, path]) => `  ${methods.padEnd(width)}  ${path}`).join('\n');
}
