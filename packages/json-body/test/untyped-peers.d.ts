declare module 'body-parser' {
  import type { BodyMiddleware } from '@nextpress/json-body';
  export function json(options?: object): BodyMiddleware;
}
