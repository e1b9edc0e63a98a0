declare module 'body-parser' {
  import type { BodyMiddleware } from '@nextpress/body';
  export function urlencoded(options?: object): BodyMiddleware;
}

declare module 'qs' {
  export function parse(text: string, options?: object): Record<string, unknown>;
}
