import type { RouteSummary } from '@nextpress/server';
import type { Paint } from '../paint.ts';
import { table } from './table.ts';

const HEADINGS = ['METHOD', 'PATH', 'MIDDLEWARE', 'HANDLERS', 'REGISTERED AT'];

/** The routes of an application as a table. */
export function routesText(routes: readonly RouteSummary[], paint: Paint): string {
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
