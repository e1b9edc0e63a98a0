/** A target while a matched prefix is taken off it. */
export interface MountedTarget {
  /** The whole target. */
  readonly outer: string;
  /** What `req.url` is behind the prefix. */
  readonly inner: string;
  /** What was taken off. */
  readonly taken: string;
  /** What `req.baseUrl` grows by. */
  readonly base: string;
  /** Whether `inner` begins with a slash that the target does not have. */
  readonly slashAdded: boolean;
}

/** Takes the first `length` characters of the canonical path off a target. */
export function mountTarget(outer: string, pathname: string, length: number): MountedTarget {
  const { taken, rest } = splitTarget(outer, pathname, length);
  const slashAdded = rest.charAt(0) !== '/';
  return {
    outer,
    inner: slashAdded ? `/${rest}` : rest,
    taken,
    base: taken.endsWith('/') ? taken.slice(0, -1) : taken,
    slashAdded,
  };
}

/** The whole of a target whose rest a layer inside the mount may have rewritten; as in Express, to the letter. */
export function joinTarget({ outer, inner, taken, slashAdded }: MountedTarget, rest: string): string {
  if (rest === inner) return outer;
  const isRoot = rest === '/' || rest.startsWith('/?');
  const superfluous = isRoot || (taken.endsWith('/') && rest.startsWith('/'));
  return taken + (slashAdded && superfluous ? rest.slice(1) : rest);
}

/** The raw target where its path is canonical; else the canonical path, with the query as it was sent. */
function splitTarget(target: string, pathname: string, length: number): { taken: string; rest: string } {
  const query = target.search(/[?#]/);
  const end = query === -1 ? target.length : query;
  const canonical = end === pathname.length && target.startsWith(pathname);
  const whole = canonical ? target : pathname + target.slice(end);
  return { taken: whole.slice(0, length), rest: whole.slice(length) };
}
