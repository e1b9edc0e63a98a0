import { type Command, JSON_OPTION, jsonText } from '../command-type.ts';
import { loadInspectable } from '../inspectable.ts';
import { painter } from '../paint.ts';
import { explanationText } from './explanation-text.ts';

const HELP = `nextpress explain <entry> <method> <path> [--json]

Shows which functions of an application run for a request, in order, and why the others do not. No function
is called: each is expected to continue, except the last handler of a route and functions without a parameter next.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  <method>   such as GET
  <path>     such as /users/7
  --json     prints { method, path, runs, skipped, response }

Exit code 0: explained. 2: the application cannot be loaded, or the arguments are invalid.`;

export const EXPLAIN: Command = {
  help: HELP,
  expected: 'an entry, a method and a path, such as app.mjs GET /users/7',
  count: 3,
  options: JSON_OPTION,
  async print([entry = '', method = '', path = ''], { json }) {
    const explanation = await (await loadInspectable(entry)).explain(method, path);
    const text = json ? jsonText(explanation) : explanationText(explanation, painter(process.stdout.isTTY));
    return { text };
  },
};
