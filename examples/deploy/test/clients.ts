import { Agent, request } from 'node:http';

export interface Report {
  /** Requests whose response was complete and as expected. */
  readonly good: number;
  /** Keyed by instance. */
  readonly served: ReadonlyMap<string, number>;
  /** Failures, one line per request. */
  readonly failures: readonly string[];
}

/** Clients that send one request after another, each on its own keep-alive connection. */
export class Clients {
  readonly #port: number;
  readonly #loops: Promise<void>[] = [];
  readonly #served = new Map<string, number>();
  readonly #failures: string[] = [];
  #good = 0;
  #isStopped = false;

  constructor(port: number, count: number) {
    this.#port = port;
    for (let client = 0; client < count; client++) this.#loops.push(this.#run(client));
  }

  async stop(): Promise<Report> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
    return { good: this.#good, served: this.#served, failures: this.#failures };
  }

  async #run(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let number = client; !this.#isStopped; number++) {
      const order = `${client}-${number}`;
      const [method, path, status] = (
        [
          ['GET', '/', 200],
          ['POST', '/orders', 201],
          ['GET', '/report', 200],
        ] as const
      )[number % 3] as readonly ['GET' | 'POST', string, number];
      try {
        const response = await send(agent, this.#port, method, path, order);
        if (response.status !== status) throw new Error(`status ${response.status}`);
        const content = JSON.parse(response.body);
        if (method === 'POST' && content.order !== order) throw new Error(`order ${content.order}`);
        this.#served.set(content.instance, (this.#served.get(content.instance) ?? 0) + 1);
        this.#good++;
      } catch (error) {
        this.#failures.push(`${method} ${path}: ${error instanceof Error ? error.message : error}`);
      }
    }
    agent.destroy();
  }
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  order: string,
): Promise<{ status: number; body: string }> {
  const payload = method === 'POST' ? JSON.stringify({ order }) : undefined;
  const headers = payload && { 'Content-Type': 'application/json', 'Content-Length': payload.length };
  return new Promise((resolve, reject) => {
    const req = request(
      { agent, port, host: '127.0.0.1', method, path, ...(headers && { headers }) },
      (res) => {
        let body = '';
        res.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        res.on('error', reject).on('end', () => resolve({ status: res.statusCode as number, body }));
      },
    );
    req.on('error', reject).end(payload);
  });
}
