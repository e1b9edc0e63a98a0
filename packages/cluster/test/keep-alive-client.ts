import http from 'node:http';
import type { Socket } from 'node:net';

/** A response, or the failure of a request. */
export interface Outcome {
  /** The status; `undefined` for a failure. */
  readonly status: number | undefined;
  readonly body: string;
  /** The response's `Connection` header. */
  readonly connection: string | undefined;
  /** The client's port, which identifies the connection. */
  readonly port: number | undefined;
  readonly error: string | undefined;
}

/** Sends requests one by one, on one connection as long as the server keeps it open. */
export class KeepAliveClient {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #localAddress: string | undefined;
  readonly #hostPort: { host: string; port: number };

  constructor(port: number, localAddress?: string) {
    this.#port = port;
    this.#localAddress = localAddress;
    this.#hostPort = { host: '127.0.0.1', port: this.#port };
  }

  get(path = '/'): Promise<Outcome> {
    return new Promise((resolve) => {
      let socket: Socket | undefined;
      let port: number | undefined;
      const local = this.#localAddress === undefined ? {} : { localAddress: this.#localAddress };
      const failed = (error: NodeJS.ErrnoException): void =>
        resolve({
          status: undefined,
          body: '',
          connection: undefined,
          port,
          error: error.code ?? error.message,
        });
      const request = http.get({ ...this.#hostPort, ...local, path, agent: this.#agent }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('error', failed);
        response.on('end', () => {
          const { statusCode: status, headers } = response;
          resolve({ status, body, connection: headers.connection, port, error: undefined });
        });
      });
      request.on('socket', (used) => {
        socket = used;
        if (used.connecting) used.once('connect', () => (port = socket?.localPort));
        else port = used.localPort;
      });
      request.on('error', failed);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Clients that send requests until they are stopped. */
export class Load {
  readonly outcomes: Outcome[] = [];
  #isStopped = false;
  readonly #clients: Promise<void>[];

  constructor(port: number, clients: number) {
    this.#clients = Array.from({ length: clients }, () => this.#run(new KeepAliveClient(port)));
  }

  get failures(): Outcome[] {
    return this.outcomes.filter(({ status }) => status !== 200);
  }

  /** Resolves when the clients have had this many more outcomes. */
  async more(count: number): Promise<void> {
    const wanted = this.outcomes.length + count;
    while (this.outcomes.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  async #run(client: KeepAliveClient): Promise<void> {
    while (!this.#isStopped) this.outcomes.push(await client.get('/wait?ms=2'));
    client.close();
  }
}
