import type { Outline, OutlineEntry } from '@nextpress/server';
import { canPassOn } from './can-pass-on.ts';
import { samplePaths } from './sample-paths.ts';

/** One registration as a request meets it, those of mounted routers in the place of their mount. */
export interface Step {
  readonly kind: OutlineEntry['kind'];
  /** As a message names it: `GET /users/:id`, `use('/admin', guard)`. */
  readonly subject: string;
  readonly place: string | undefined;
  /** The whole pattern, with the prefixes of the mounts around it. */
  readonly pattern: string;
  readonly entry: OutlineEntry;
  /** Paths that it answers to, from the root on. */
  readonly samples: readonly string[];
  /** Whether a path, from the root on, gets here. */
  reaches(path: string): boolean;
  /** Whether it is sure to end every request that gets here without an error. */
  readonly ends: boolean;
  /** Whether its place says what it is for: a router that is mounted, or a call that registers more behind it. */
  readonly isScoped: boolean;
}

/** The mount around a list of entries: what is left of a path inside of it, `undefined` outside of it. */
interface Mount {
  readonly prefix: string;
  readonly samples: readonly string[];
  rest(path: string): string | undefined;
}

const ROOT: Mount = { prefix: '', samples: [''], rest: (path) => path };

/** Everything an application registers, in the order in which requests pass it. */
export function stepsOf(outline: Outline, mount: Mount = ROOT): Step[] {
  return outline.entries.flatMap((entry, at, entries) =>
    entry.inner === undefined
      ? [stepOf(entry, mount, entries[at + 1])]
      : stepsOf(entry.inner, mountOf(entry, mount)),
  );
}

/** @param behind - what is registered next, beside it */
export function stepOf(entry: OutlineEntry, mount: Mount = ROOT, behind?: OutlineEntry): Step {
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
    ends: entry.kind !== 'error' && endsRequests(entry),
    isScoped:
      (entry.path === '/' && mount.prefix !== '') ||
      // A loop calls from one place, too, and mostly with another path each time.
      (entry.registeredAt !== undefined &&
        entry.registeredAt === behind?.registeredAt &&
        entry.path === behind.path),
  };
}

/** Paths that the entry matches; of middleware also one below its prefix. */
function ownSamples(entry: OutlineEntry): string[] {
  const paths = samplePaths(entry.path);
  const below = entry.kind === 'route' ? [] : paths.map((path) => `${path === '/' ? '' : path}/sample/7`);
  return [...paths, ...below].map(encodeURI).filter((path) => entry.match(path) !== undefined);
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

/** A request leaves its handlers past the last of them, or from any that says `next('route')`. */
function endsRequests({ handlers }: OutlineEntry): boolean {
  const asked = handlers.filter((handler) => handler.length !== 4);
  const leavesEarly = asked.some((handler) => /['"`]router?['"`]/.test(String(handler)));
  return asked.length > 0 && !leavesEarly && asked.some((handler) => !canPassOn(handler));
}

function subjectOf({ kind, methods, handlers }: OutlineEntry, pattern: string): string {
  if (kind === 'route') {
    return `${methods[0] === '*' ? 'all' : methods[0]} ${pattern}`;
  }
  const name = handlers[0]?.name || 'a function without a name';
  return pattern === '/' || pattern === '' ? `use(${name})` : `use('${pattern}', ${name})`;
}
