import { createExpressMatcher, PatternError } from '@nextpress/router';
import type { Outline, OutlineEntry } from '@nextpress/server';

/** One registration; those of a mounted router take the place of their mount. */
export interface Step {
  readonly kind: OutlineEntry['kind'];
  /** For messages: `GET /users/:id`, `use('/admin', guard)`. */
  readonly subject: string;
  readonly place: string | undefined;
  /** The whole pattern, with the prefixes of its mounts. */
  readonly pattern: string;
  readonly entry: OutlineEntry;
  /** Some paths that it matches, starting at the root. */
  readonly samples: readonly string[];
  /** Whether it matches a path that starts at the root. */
  reaches(path: string): boolean;
  /** Whether it responds to every request, as far as the source text of its handlers shows. */
  readonly seemsToEnd: boolean;
  /** Whether it applies to its own router or its own call: `use('/admin', guard, router)`. */
  readonly isScoped: boolean;
}

export function isFileServer({ kind, entry }: Step): boolean {
  return kind === 'middleware' && entry.handlers[0]?.name === 'serveStatic';
}

/** Where a list of entries is mounted. */
interface Mount {
  readonly prefix: string;
  readonly samples: readonly string[];
  /** What the mount leaves of a path; `undefined` for a path outside it. */
  rest(path: string): string | undefined;
}

const ROOT: Mount = { prefix: '', samples: [''], rest: (path) => path };

/** All registrations of an application, in the order in which requests pass them. */
export function stepsOf(outline: Outline, mount: Mount = ROOT): Step[] {
  return outline.entries.flatMap((entry, at, entries) =>
    entry.inner === undefined
      ? [stepOf(entry, mount, entries.slice(at + 1))]
      : stepsOf(entry.inner, mountOf(entry, mount)),
  );
}

/** @param following - the later registrations of the same router */
export function stepOf(
  entry: OutlineEntry,
  mount: Mount = ROOT,
  following: readonly OutlineEntry[] = [],
): Step {
  const own = ownSamples(entry);
  const pattern = mount.prefix + (entry.path === '/' && mount.prefix !== '' ? '' : entry.path);
  return {
    kind: entry.kind,
    subject: subjectOf(entry, pattern),
    place: entry.registeredAt,
    pattern,
    entry,
    samples: mount.samples.flatMap((before) => own.map((path) => (before + path).replace(/(?<=.)\/$/, ''))),
    reaches: (path) => {
      const rest = mount.rest(path);
      return rest !== undefined && entry.match(rest) !== undefined;
    },
    seemsToEnd: entry.kind !== 'error' && entry.seemsToEnd,
    isScoped:
      (entry.path === '/' && mount.prefix !== '') ||
      // The path tells one call with several handlers from a loop.
      following.some(
        ({ path, registeredAt }) =>
          registeredAt !== undefined && registeredAt === entry.registeredAt && path === entry.path,
      ),
  };
}

/** Paths that the entry matches; for middleware also one below its prefix. */
function ownSamples(entry: OutlineEntry): string[] {
  const paths = samplePaths(entry.path);
  const below = entry.kind === 'route' ? [] : paths.map((path) => `${path === '/' ? '' : path}/sample/7`);
  return [...paths, ...below].filter((path) => entry.match(path) !== undefined);
}

/** Paths of a pattern of either version of Express; none for the source of a regular expression. */
function samplePaths(pattern: string): string[] {
  for (const version of [5, 4] as const) {
    try {
      return createExpressMatcher(pattern, { version, strict: false, canonicalize: encodeURI }).samplePaths();
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
    }
  }
  return [];
}

function mountOf(entry: OutlineEntry, outer: Mount): Mount {
  const prefix = entry.path === '/' ? '' : entry.path;
  return {
    prefix: outer.prefix + prefix,
    samples: outer.samples.flatMap((before) =>
      prefix === '' ? [before] : samplePaths(prefix).map((path) => before + path),
    ),
    rest: (path) => {
      const rest = outer.rest(path);
      const matched = rest === undefined ? undefined : entry.match(rest);
      if (rest === undefined || matched === undefined) return undefined;
      const left = rest.slice(matched.length);
      return left.startsWith('/') ? left : `/${left}`;
    },
  };
}

function subjectOf({ kind, methods, handlers }: OutlineEntry, pattern: string): string {
  if (kind === 'route') {
    return `${methods[0] === '*' ? 'all' : methods[0]} ${pattern}`;
  }
  const name = handlers[0]?.name || 'anonymous function';
  return pattern === '/' || pattern === '' ? `use(${name})` : `use('${pattern}', ${name})`;
}
