declare module 'body-parser' {
  import type { BodyMiddleware } from '@nextpress/body';
  export function urlencoded(options?: object): BodyMiddleware;
}
