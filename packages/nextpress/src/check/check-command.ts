import { parseArgs } from 'node:util';
import { checkApplication } from './check-application.ts';
import { LoadError, loadApplication } from './load-application.ts';
import { reportText } from './report.ts';

export const CHECK_HELP = `nextpress check <entry> [--json] [--strict]

Loads an application without listening and reports registrations that cannot work as intended: routes and
middleware that no request reaches, error handlers that get no error, guards registered after what they
guard, and routes that match other requests than in Express. No function is called: one that does not declare
next is expected to respond.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --json     prints { routes, middleware, problems: [{ code, severity, subject, place, … }] }
  --strict   counts warnings as errors

Exit code 0: no errors. 1: errors. 2: the application cannot be loaded.`;

/** Runs `nextpress check` and returns its exit code. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      strict: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [entry, ...more] = positionals;
  if (values.help) {
    process.stdout.write(`${CHECK_HELP}\n`);
    return 0;
  }
  if (entry === undefined || more.length > 0) {
    process.stderr.write(
      `nextpress check: expected one entry, such as app.mjs, got ${positionals.length}\n\n${CHECK_HELP}\n`,
    );
    return 2;
  }
  try {
    const result = await checkApplication(await loadApplication(entry));
    const text = values.json
      ? JSON.stringify(result, undefined, 2)
      : reportText(result, process.stdout.isTTY);
    process.stdout.write(`${text}\n`);
    return result.problems.some(({ severity }) => values.strict || severity === 'error') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}
