import { type Command, JSON_OPTION, jsonText } from '../command-type.ts';
import { loadApplication } from '../load-application.ts';
import { checkApplication } from './check-application.ts';
import { reportText } from './report.ts';

const HELP = `nextpress check <entry> [--json] [--strict]

Loads an application without listening and reports registrations that cannot work as intended: routes and
middleware that no request reaches, error handlers that get no error, guards, body parsers and CORS registered
after what needs them, handlers of Express that return what it ignores, and routes that match other requests
than in Express. No function is called: one that does not declare next is expected to respond.
Then lists which handlers of each route with a schema run before and after its validation.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --json     prints { routes, middleware, problems: [{ code, severity, subject, place, … }],
             validated: [{ subject, place, before, after }] }
  --strict   counts warnings as errors

Exit code 0: no errors. 1: errors. 2: the application cannot be loaded.`;

export const CHECK: Command = {
  help: HELP,
  expected: 'one entry, such as app.mjs',
  count: 1,
  options: { ...JSON_OPTION, strict: { type: 'boolean' } },
  async print([entry = ''], { json, strict }) {
    const result = await checkApplication(await loadApplication(entry));
    const fails = result.problems.some(({ severity }) => strict || severity === 'error');
    return {
      text: json ? jsonText(result) : reportText(result, process.stdout.isTTY),
      code: fails ? 1 : 0,
    };
  },
};
