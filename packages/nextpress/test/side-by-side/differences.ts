/**
 * Where the two differ on purpose: a name that cases refer to, and the first column of the entry of
 * docs/differences-from-express.md that says so.
 */
export const differences = {
  emptySegments: 'a file server reads a path with an empty segment (`/a//b`) as if it had none',
} as const;

export type Difference = keyof typeof differences;
