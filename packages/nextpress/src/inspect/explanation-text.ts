import type { ExplainedStep, Explanation } from '@nextpress/server';
import type { Paint } from '../paint.ts';
import { methodsText } from './routes-text.ts';
import { table } from './table.ts';

/** The explanation of a request as text: what runs, numbered, and then what does not run, each with its reason. */
export function explanationText(explanation: Explanation, paint: Paint): string {
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
