declare module 'fs-monkey' {
  /** Replaces the functions of `node:fs`, and returns a function that restores them. */
  export const patchFs: (volume: object) => () => void;
}
