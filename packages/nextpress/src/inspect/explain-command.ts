import { parseArgs } from 'node:util';
import { painter } from '../paint.ts';
import { explanationText } from './explanation-text.ts';
import { printAbout } from './inspected-application.ts';

export const EXPLAIN_HELP = `nextpress explain <entry> <method> <path> [--json]

Shows which functions of an application run for a request, in order, and why the others do not. No function
is called: each is expected to continue, except the last handler of a route and functions without a parameter next.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  <method>   such as GET
  <path>     such as /users/7
  --json     prints { method, path, runs, skipped, response }

Exit code 0: explained. 2: the application cannot be loaded, or the arguments are invalid.`;

/** Runs `nextpress explain` and returns its exit code. */
export async function explainCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [entry, method, path, ...more] = positionals;
  if (values.help) {
    process.stdout.write(`${EXPLAIN_HELP}\n`);
    return 0;
  }
  if (entry === undefined || method === undefined || path === undefined || more.length > 0) {
    process.stderr.write(
      `nextpress explain: expected an entry, a method and a path, such as app.mjs GET /users/7, got ${positionals.length} arguments\n\n${EXPLAIN_HELP}\n`,
    );
    return 2;
  }
  return await printAbout(entry, async (app) => {
    const explanation = await app.explain(method, path);
    return values.json
      ? JSON.stringify(explanation, undefined, 2)
      : explanationText(explanation, painter(process.stdout.isTTY));
  });
}
