/** Values for captured segments: a word, a number, and one with punctuation. */
const SEGMENTS = ['sample', '7', 'a-b.c'] as const;
const TAILS = ['sample', 'deep/er/7.txt'] as const;

const OPTIONAL = /\{([^{}]*)\}/;
const CAPTURE = /\\(.)|([:*])(?:"[^"]*"|[\p{ID_Start}_$][\p{ID_Continue}$]*)?(?:\((?:\\.|[^\\()])*\))?/gu;

/**
 * Paths that a pattern is likely to match: with and without each optional group, with several values for its captures. The caller
 * drops those that a constraint of the pattern refuses.
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

/** All patterns that result from keeping or dropping each `{}` group. */
function withoutGroups(pattern: string): string[] {
  const group = OPTIONAL.exec(pattern);
  if (group === null) return [pattern];
  const [whole, inside] = group as unknown as [string, string];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + whole.length);
  return [...withoutGroups(before + inside + after), ...withoutGroups(before + after)];
}
