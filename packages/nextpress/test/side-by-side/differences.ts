/**
 * Intended differences: a name for cases to refer to, and the first column of the entry in
 * docs/differences-from-express.md.
 */
export const differences = {
  emptySegments: 'a file server reads a path with an empty segment (`/a//b`) as if it had none',
  encodedSeparators:
    'a file server decodes `%2F` to a separator, and `%5C` to one on Windows and to a backslash in a name elsewhere',
} as const;

export type Difference = keyof typeof differences;
