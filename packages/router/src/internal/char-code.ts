/** Characters that patterns and paths give a meaning to. */
export const BACKSLASH = 0x5c;
export const SLASH = 0x2f;
