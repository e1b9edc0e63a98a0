import { table } from '../inspect/routes.ts';
import { type Paint, painter } from '../paint.ts';
import type { CheckResult } from './check-application.ts';
import type { Problem } from './problem.ts';

const VALIDATED_HEADINGS = ['VALIDATED ROUTE', 'BEFORE VALIDATION', 'AFTER VALIDATION', 'REGISTERED AT'];

/** The result of a check as text, colored for a terminal. */
export function reportText(result: CheckResult, isTerminal: boolean): string {
  const paint = painter(isTerminal);
  const blocks = result.problems.map((problem) => problemText(problem, paint));
  return [...blocks, summary(result, paint), ...validatedText(result, paint)].join('\n\n');
}

function problemText({ severity, subject, place, message, causes, fix }: Problem, paint: Paint): string {
  const mark = severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning');
  const at = place === undefined ? '' : `  ${paint('dim', place)}`;
  const reasons = causes.map((cause) => {
    const where = cause.place === undefined ? '' : `  ${paint('dim', cause.place)}`;
    return `  ${cause.text}${where}`;
  });
  return [`${mark}  ${paint('bold', subject)} ${message}${at}`, ...reasons, `  ${fix}`].join('\n');
}

function validatedText({ validated }: CheckResult, paint: Paint): string[] {
  if (validated.length === 0) return [];
  const rows = validated.map(({ subject, place, before, after }) => [
    subject,
    before.join(', ') || '-',
    after.join(', '),
    place ?? '',
  ]);
  const dim = (text: string, column: number): string => (column === 3 ? paint('dim', text) : text);
  return [table([VALIDATED_HEADINGS, ...rows], dim).join('\n')];
}

function summary({ routes, middleware, problems }: CheckResult, paint: Paint): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const size = `${count(routes, 'route')}, ${count(middleware, 'middleware', 'middleware')}`;
  if (problems.length === 0) return `${paint('green', 'No problems')} in ${size}.`;
  const found = [errors > 0 && count(errors, 'error'), warnings > 0 && count(warnings, 'warning')];
  return `${found.filter(Boolean).join(' and ')} in ${size}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
