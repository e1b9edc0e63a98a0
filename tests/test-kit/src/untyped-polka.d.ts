declare module 'polka' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
  interface Polka {
    readonly handler: RequestListener;
    use(prefix: string, ...handlers: Handler[]): Polka;
  }
  const polka: (options: {
    onError(error: unknown, req: IncomingMessage, res: ServerResponse): void;
    onNoMatch(req: IncomingMessage, res: ServerResponse): void;
  }) => Polka;
  export default polka;
}
