declare module 'serve-static' {
  import type { StaticMiddleware } from '@nextpress/static';

  const serveStatic: (root: string, options?: object) => StaticMiddleware;
  export default serveStatic;
}

declare module 'compression' {
  import type { StaticMiddleware } from '@nextpress/static';

  const compression: (options?: object) => StaticMiddleware;
  export default compression;
}

declare module 'fs-monkey' {
  /** Replaces the functions of `node:fs`, and returns a function that restores them. */
  export const patchFs: (volume: object) => () => void;
}

declare module 'graceful-fs' {
  const graceful: { gracefulify(module: object): void };
  export default graceful;
}
