declare module 'body-parser' {
  import type { JsonBodyMiddleware } from '@nextpress/json-body';
  export function json(options?: object): JsonBodyMiddleware;
}

declare module 'polka' {
  import type { RequestListener } from 'node:http';
  import type { JsonBodyMiddleware } from '@nextpress/json-body';

  interface Polka {
    readonly handler: RequestListener;
    use(...handlers: JsonBodyMiddleware[]): Polka;
  }
  const polka: (options: {
    onError: (...given: [Error, ...Parameters<JsonBodyMiddleware>]) => void;
  }) => Polka;
  export default polka;
}
