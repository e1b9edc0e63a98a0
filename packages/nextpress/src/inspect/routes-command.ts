import { type Command, JSON_OPTION, jsonText } from '../command-type.ts';
import { loadInspectable } from '../inspectable.ts';
import { painter } from '../paint.ts';
import { routesText } from './routes-text.ts';

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
