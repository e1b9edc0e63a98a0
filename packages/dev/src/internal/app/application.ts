/** @module The members of Nextpress applications that the command uses. They may come from another copy of the framework. */

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

/** The application that handles a server's requests; `undefined` for other listeners. */
export function applicationOf(value: unknown): RoutedApplication | undefined {
  return typeof value === 'function' && ROUTES in value ? (value as unknown as RoutedApplication) : undefined;
}

/** Makes an exported application listen: any object with a `listen` method. */
export function listenOn(app: unknown, port: number): void {
  const { listen } = app as { readonly listen?: (port: number) => unknown };
  if (typeof listen === 'function') listen.call(app, port);
}

/** Absolute paths of an application's view folders. */
export function viewFoldersOf(app: RoutedApplication): string[] {
  return [app.get?.('views')]
    .flat()
    .filter((folder) => typeof folder === 'string')
    .map((folder) => resolve(folder));
}

/** The methods and path of each route. */
export function routesOf(app: RoutedApplication): [methods: string, path: string][] {
  return app[ROUTES]()
    .filter(({ kind }) => kind === 'route')
    .flatMap((row) =>
      row.groups().map(({ methods }): [string, string] => [methods.join(', '), String(row.path)]),
    );
}

/** Lists the routes of an application, one per line. */
export function routesText(app: RoutedApplication): string {
  const rows = routesOf(app);
  const width = Math.max(0, ...rows.map(([methods]) => methods.length));
  return rows.map(([methods, path]) => `  ${methods.padEnd(width)}  ${path}`).join('\n');
}
