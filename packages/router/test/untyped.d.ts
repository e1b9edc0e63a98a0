declare module 'path-to-regexp-0.1' {
  export default function pathToRegexp(
    path: string,
    keys: { name: string | number }[],
    options: { end: boolean; sensitive: boolean; strict: boolean },
  ): RegExp;
}
