declare module 'serve-static' {
  import type { StaticMiddleware } from '@nextpress/static';

  const serveStatic: (root: string, options?: object) => StaticMiddleware;
  export default serveStatic;
}

declare module 'polka' {
  import type { RequestListener } from 'node:http';
  import type { StaticMiddleware } from '@nextpress/static';

  interface Polka {
    readonly handler: RequestListener;
    use(prefix: string, ...handlers: StaticMiddleware[]): Polka;
  }
  const polka: (options: {
    onError: (...given: [Error, ...Parameters<StaticMiddleware>]) => void;
    onNoMatch: RequestListener;
  }) => Polka;
  export default polka;
}
