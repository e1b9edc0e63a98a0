import type { RouteTable, RowGroup, TablePath, TableRow } from '@nextpress/server';
import { ACCEPTS_UPGRADES } from '@nextpress-internal/internals/keys';

/** A registration for one path; for a route, also for the methods that share its handlers. */
export interface Step extends RowGroup {
  readonly row: TableRow;
  readonly kind: TableRow['kind'];
  /** For messages: `GET /users/:id`, `use('/admin', guard)`. */
  readonly subject: string;
  readonly place: string | undefined;
  /** With the prefixes of its mounts. */
  readonly pattern: string;
  /** Sample paths that it matches. */
  readonly samples: readonly string[];
  /** Whether it seems to respond to every request: one of its handlers declares no `next`. */
  readonly seemsToEnd: boolean;
  reaches(path: string): boolean;
}

/** All registrations of an application, in the order in which requests pass them. One for an empty list of paths has the pattern `[]`. */
export function stepsOf(table: RouteTable): Step[] {
  return table.flatMap((row) => {
    const paths = row.paths();
    const all = paths.length === 0 ? [row] : paths;
    return all.flatMap((path) => row.groups().map((group) => stepOf(row, path, group)));
  });
}

function stepOf(row: TableRow, path: TablePath, group: RowGroup): Step {
  const { kind, registeredAt: place } = row;
  const pattern = String(path.path) || '[]';
  const exact = path.samplePaths().map((sample) => sample.replace(/(?<=.)\/$/, ''));
  const below = kind === 'route' ? [] : exact.map((sample) => `${sample === '/' ? '' : sample}/sample/7`);
  const reaches = (sample: string): boolean => path.rest(sample) !== undefined;
  return {
    ...group,
    row,
    kind,
    subject: subjectOf(row, pattern, group),
    place,
    pattern,
    samples: [...exact, ...below].filter(reaches),
    seemsToEnd: (kind === 'route' || kind === 'middleware') && group.handlers.some(declaresNoNext),
    reaches,
  };
}

/** A function without parameters may use rest parameters or `arguments`. */
function declaresNoNext({ length }: { readonly length: number }): boolean {
  return length === 1 || length === 2;
}

function subjectOf({ kind, path }: TableRow, pattern: string, { methods, handlers }: RowGroup): string {
  if (kind === 'route') return `${methods[0] === '*' ? 'all' : methods[0]} ${pattern}`;
  const name = handlers[0]?.name || 'anonymous function';
  return path === '/' ? `use(${name})` : `use('${pattern}', ${name})`;
}

/** Whether a known sample request matches both. */
export function meet(one: Step, other: Step): boolean {
  return one.samples.some((path) => other.reaches(path)) || other.samples.some((path) => one.reaches(path));
}

/** Whether two registrations are in the same router. */
export function areSiblings({ row: one }: Step, { row: other }: Step): boolean {
  return (
    one.mounts.length === other.mounts.length && one.mounts.every((mount, at) => mount === other.mounts[at])
  );
}

export function isWebSocketHandler(handler: object): boolean {
  return ACCEPTS_UPGRADES in handler;
}

export function isFileServer({ kind, handlers }: Step): boolean {
  return kind === 'middleware' && handlers[0]?.name === 'serveStatic';
}

/** A function as it is registered. */
export type Registered = (...args: never[]) => unknown;

/** The source text of a function, without comments and strings. */
export function sourceOf(handler: Registered): string {
  return Function.prototype.toString
    .call(handler)
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\/|(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, "''");
}

/** Whether a function may read arguments that it does not declare. */
export function readsAllArguments(handler: Registered): boolean {
  return /\.\.\.|\barguments\b|\[native code\]/.test(sourceOf(handler));
}
