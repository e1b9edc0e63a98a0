// The part of Bun and Deno that servers of the suites use.

type Fetch = (request: Request) => Response | Promise<Response>;

declare const Bun: {
  serve(options: { port: number; hostname: string; fetch?: Fetch; routes?: Record<string, unknown> }): {
    port: number;
  };
  file(path: string): Blob;
};

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen?: () => void },
    handler: Fetch,
  ): { addr: { port: number } };
};
