import { parseArgs } from 'node:util';
import { painter } from '../paint.ts';
import { printAbout } from './inspected-application.ts';
import { routesText } from './routes-text.ts';

export const ROUTES_HELP = `nextpress routes <entry> [--json]

Lists the routes of an application, with those of routers, scopes and mounted applications: methods, full
path, the middleware and hooks that every request for the route passes, handlers, and where it was registered.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --json     prints [{ methods, path, middleware, handlers, scope, registeredAt }]

Exit code 0: listed. 2: the application cannot be loaded.`;

/** Runs `nextpress routes` and returns its exit code. */
export async function routesCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [entry, ...more] = positionals;
  if (values.help) {
    process.stdout.write(`${ROUTES_HELP}\n`);
    return 0;
  }
  if (entry === undefined || more.length > 0) {
    process.stderr.write(
      `nextpress routes: expected one entry, such as app.mjs, got ${positionals.length}\n\n${ROUTES_HELP}\n`,
    );
    return 2;
  }
  return await printAbout(entry, (app) => {
    const routes = app.routes();
    return values.json
      ? JSON.stringify(routes, undefined, 2)
      : routesText(routes, painter(process.stdout.isTTY));
  });
}
