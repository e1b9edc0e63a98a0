/** Characters that a path is searched for. */
export const SLASH = 0x2f;
export const UPPER_A = 0x41;
export const UPPER_Z = 0x5a;

/** How many character codes have a place in the arrays of children; there is a map for the others. */
export const ARRAYED = 0x100;
