declare module 'body-parser' {
  import type { BodyMiddleware } from '@nextpress/json-body';
  export function json(options?: object): BodyMiddleware;
}

declare module 'polka' {
  import type { RequestListener } from 'node:http';
  import type { BodyMiddleware } from '@nextpress/json-body';

  interface Polka {
    readonly handler: RequestListener;
    use(...handlers: BodyMiddleware[]): Polka;
  }
  const polka: (options: { onError: (...given: [Error, ...Parameters<BodyMiddleware>]) => void }) => Polka;
  export default polka;
}
