// The part of Bun and Deno that servers of the suites use.

type Fetch = (request: Request) => Response | Promise<Response>;

// As of a method, so that a handler may name the parameters of its route.
type BunRoute = {
  handle(request: Request & { params: Record<string, string> }): Response | Promise<Response>;
}['handle'];

declare const Bun: {
  serve(options: {
    port: number;
    hostname: string;
    fetch?: Fetch;
    routes?: Record<string, BunRoute | Record<string, BunRoute>>;
    error?: () => Response;
  }): { port: number };
  file(path: string): Blob & { exists(): Promise<boolean> };
};

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen?: () => void; onError?: () => Response },
    handler: Fetch,
  ): { addr: { port: number } };
};
