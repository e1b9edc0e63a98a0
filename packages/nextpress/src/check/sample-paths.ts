/** Values that stand for captured segments: a word, a number, something with punctuation. */
const SEGMENTS = ['sample', '7', 'a-b.c'] as const;
const TAILS = ['sample', 'deep/er/7.txt'] as const;

const OPTIONAL = /\{([^{}]*)\}/;
const CAPTURE = /\\(.)|([:*])(?:"[^"]*"|[\p{ID_Start}_$][\p{ID_Continue}$]*)?(?:\((?:\\.|[^\\()])*\))?/gu;

/**
 * Paths that a pattern matches, enough of them to tell its neighbours apart: with its optional groups and without,
 * its captures filled with values of several kinds. Those that the pattern's constraints refuse are the caller's to drop.
 */
export function samplePaths(pattern: string): string[] {
  const samples = new Set<string>();
  for (const plain of withoutGroups(pattern)) {
    for (const [at, segment] of SEGMENTS.entries()) {
      samples.add(
        plain.replace(CAPTURE, (_capture, escaped: string | undefined, kind: string) =>
          escaped !== undefined ? escaped : kind === '*' ? (TAILS[at % TAILS.length] as string) : segment,
        ),
      );
    }
  }
  return [...samples];
}

/** The patterns without `{}`: each optional group in, and out. */
function withoutGroups(pattern: string): string[] {
  const group = OPTIONAL.exec(pattern);
  if (group === null) return [pattern];
  const [whole, inside] = group as unknown as [string, string];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + whole.length);
  return [...withoutGroups(before + inside + after), ...withoutGroups(before + after)];
}
