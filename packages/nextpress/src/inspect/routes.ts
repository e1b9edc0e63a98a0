import type { RouteSummary } from '@nextpress/server';
import { type Command, JSON_OPTION, jsonText } from '../command-type.ts';
import { loadInspectable } from '../load-application.ts';
import { type Paint, painter } from '../paint.ts';

const HELP = `nextpress routes <entry> [--json]

Lists the routes of an application, with those of routers, scopes and mounted applications: methods, full
path, the middleware and hooks that every request for the route passes, handlers, and where it was registered.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --json     prints [{ methods, path, middleware, handlers, scope, registeredAt }]

Exit code 0: listed. 2: the application cannot be loaded.`;

export const ROUTES: Command = {
  help: HELP,
  expected: 'one entry, such as app.mjs',
  count: 1,
  options: JSON_OPTION,
  async print([entry = ''], { json }) {
    const routes = (await loadInspectable(entry)).routes();
    return { text: json ? jsonText(routes) : routesText(routes, painter(process.stdout.isTTY)) };
  },
};

const HEADINGS = ['METHOD', 'PATH', 'MIDDLEWARE', 'HANDLERS', 'REGISTERED AT'];

/** The routes of an application as a table. */
function routesText(routes: readonly RouteSummary[], paint: Paint): string {
  if (routes.length === 0) return 'No routes.';
  const rows = routes.map(({ methods, path, middleware, handlers, registeredAt }) => [
    methodsText(methods),
    path,
    middleware.join(', ') || '-',
    handlers.join(', '),
    registeredAt ?? '',
  ]);
  const [headings, ...lines] = table([HEADINGS, ...rows], (text, column) =>
    column === 0 ? paint('green', text) : column === 4 ? paint('dim', text) : text,
  );
  const count = `${routes.length} ${routes.length === 1 ? 'route' : 'routes'}`;
  return [headings, ...lines, '', `${count}. GET also responds to HEAD.`].join('\n');
}

/** Without `HEAD` where `GET` responds to it. */
export function methodsText(methods: readonly string[]): string {
  if (methods.includes('*')) return 'ALL';
  return methods.filter((method) => method !== 'HEAD' || !methods.includes('GET')).join(',');
}

/**
 * Aligns rows in columns, two spaces apart, without trailing spaces.
 *
 * @param paint - colors a cell, given its text and the number of its column
 */
export function table(
  rows: readonly (readonly string[])[],
  paint: (text: string, column: number) => string = (text) => text,
): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, at) => Math.max(cell.length, known[at] ?? 0)),
    [],
  );
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== '');
    // Color codes count as characters, so pad the text first.
    return row
      .slice(0, last + 1)
      .map((cell, at) => paint(at === last ? cell : cell.padEnd(widths[at] ?? 0), at))
      .join('  ');
  });
}
