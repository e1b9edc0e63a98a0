declare module 'cors' {
  import type { CorsMiddleware } from '@nextpress/cors';

  const cors: (options?: object) => CorsMiddleware;
  export default cors;
}

declare module 'polka' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
  interface Polka {
    readonly handler: RequestListener;
    use(...handlers: Handler[]): Polka;
    use(prefix: string, ...handlers: Handler[]): Polka;
    get(pattern: string, handler: Handler): Polka;
    post(pattern: string, handler: Handler): Polka;
  }
  const polka: (options?: {
    onError?: (error: unknown, req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  }) => Polka;
  export default polka;
}
