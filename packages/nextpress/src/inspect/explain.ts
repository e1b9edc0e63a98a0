import type { ExplainedStep, Explanation } from '@nextpress/server';
import { type Command, JSON_OPTION, jsonText } from '../command-type.ts';
import { loadInspectable } from '../load-application.ts';
import { type Paint, painter } from '../paint.ts';
import { methodsText, table } from './routes.ts';

const HELP = `nextpress explain <entry> <method> <path> [--json]

Shows which functions of an application run for a request, in order, and why the others do not. No function
is called: each is expected to continue, except the last handler of a route and functions without a next parameter.

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

/** Prints the explanation of a request: what runs, numbered, then what does not run, each with its reason. */
function explanationText(explanation: Explanation, paint: Paint): string {
  const { method, path, scope, runs, skipped } = explanation;
  const place = scope === undefined ? '' : `, in scope ${scope}`;
  const running = runs.map((step, at) => ['', String(at + 1), ...cells(step), step.registeredAt ?? '']);
  const others = skipped.map((step) => ['', ...cells(step), step.detail, step.registeredAt ?? '']);
  const dim = (text: string, column: number): string => (column === 5 ? paint('dim', text) : text);
  return [
    `${paint('bold', `${method} ${path}`)}  ${outcome(explanation)}${place}`,
    ...(running.length === 0 ? [] : ['', paint('green', 'Runs'), ...table(running, dim)]),
    ...(others.length === 0 ? [] : ['', paint('yellow', 'Does not run'), ...table(others, dim)]),
  ].join('\n');
}

function cells({ kind, name, path, methods, depth }: ExplainedStep): string[] {
  const subject = methods.length === 0 ? path : `${methodsText(methods)} ${path}`;
  return [`${'  '.repeat(depth)}${kind}`, name, subject];
}

function outcome({ runs, response }: Explanation): string {
  if (response !== undefined) {
    const allow = response.allow === undefined ? '' : `, Allow: ${response.allow}`;
    return `no function responds: ${response.status}${allow}`;
  }
  const last = runs.findLast(
    ({ kind }) => kind === 'handler' || kind === 'not-found handler' || kind === 'middleware',
  );
  return last === undefined ? '' : `${last.name} responds`;
}
