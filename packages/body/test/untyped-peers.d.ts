declare module 'body-parser' {
  import type { BodyMiddleware } from '@nextpress/body';
  export function raw(options?: object): BodyMiddleware;
  export function text(options?: object): BodyMiddleware;
}
