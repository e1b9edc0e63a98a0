import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { parseResponses, type RawResponse } from '@nextpress-internal/test-kit';

/** Where a server listens. */
export interface Address {
  readonly port: number;
  /** The certificate to trust; without it the connection is plain TCP. */
  readonly ca?: string;
}

/** A response as it was on the wire, except for the time in `Date`. */
export type ReceivedResponse = Omit<RawResponse, 'headers'>;

/** A connection on which a test sends arbitrary bytes and reads the responses one by one. */
export class RawClient {
  readonly socket: Socket;
  readonly #transport: Socket;
  #received = '';
  #transcript = '';
  #closed = false;
  #wake: (() => void)[] = [];

  private constructor(socket: Socket, transport: Socket) {
    this.socket = socket;
    this.#transport = transport;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      this.#received += chunk;
      this.#transcript += chunk;
      this.#awaken();
    });
    // A reset counts as an end.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#closed = true;
      this.#awaken();
    });
  }

  static open({ port, ca }: Address): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const transport = connect({ port, host: '127.0.0.1', noDelay: true });
      const socket =
        ca === undefined ? transport : connectSecurely({ socket: transport, host: '127.0.0.1', ca });
      const client = new RawClient(socket, transport);
      socket.once('error', reject);
      socket.once(ca === undefined ? 'connect' : 'secureConnect', () => resolve(client));
    });
  }

  /** Sends text as latin1, or bytes, and resolves when the system has accepted them. */
  send(bytes: string | Uint8Array): Promise<void> {
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    return new Promise((resolve) => this.socket.write(data, () => resolve()));
  }

  /** The next responses, one for each method. Rejects when the connection closes before they are complete. */
  async responses(methods: readonly string[] | number): Promise<ReceivedResponse[]> {
    const wanted = typeof methods === 'number' ? Array<string>(methods).fill('GET') : methods;
    for (;;) {
      const { responses, rest } = this.#parse(wanted);
      if (responses.length === wanted.length) {
        this.#received = rest;
        return responses.map(withoutDate);
      }
      if (this.#closed) throw new Error(`closed after ${JSON.stringify(this.#received)}`);
      await this.#more();
    }
  }

  async response(method = 'GET'): Promise<ReceivedResponse> {
    const [response] = await this.responses([method]);
    return response as ReceivedResponse;
  }

  /** Sends requests in one write and reads their responses. */
  async exchange(
    bytes: string | Uint8Array,
    methods: readonly string[] | number = 1,
  ): Promise<ReceivedResponse[]> {
    await this.send(bytes);
    return this.responses(methods);
  }

  /** The unread bytes up to and including `part`, once it has arrived. */
  async until(part: string): Promise<string> {
    while (!this.#received.includes(part)) {
      if (this.#closed) throw new Error(`closed after ${JSON.stringify(this.#received)}`);
      await this.#more();
    }
    const end = this.#received.indexOf(part) + part.length;
    const text = this.#received.slice(0, end);
    this.#received = this.#received.slice(end);
    return text;
  }

  /** The number of unread bytes. */
  get length(): number {
    return this.#received.length;
  }

  /** Everything received so far, without the times in `Date`. */
  get transcript(): string {
    return withoutMoments(this.#transcript);
  }

  /** The unread bytes, without the times in `Date`, and whether the connection has closed. */
  get seen(): { text: string; closed: boolean } {
    return { text: withoutMoments(this.#received), closed: this.#closed };
  }

  /** Like {@link seen}, and forgets the text. */
  take(): { text: string; closed: boolean } {
    const { seen } = this;
    this.#received = '';
    return seen;
  }

  /** Everything until the connection closes, without the time in `Date`. */
  async rest(): Promise<string> {
    while (!this.#closed) await this.#more();
    return this.seen.text;
  }

  /** Requests `/probe`, and returns whether the server still responds. */
  async isAlive(): Promise<boolean> {
    await this.send('GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return this.response().then(
      () => true,
      () => false,
    );
  }

  /** Ends the connection with RST. */
  reset(): void {
    this.#transport.resetAndDestroy();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve();
      this.socket.once('close', () => resolve());
      this.socket.destroy();
    });
  }

  #parse(wanted: readonly string[]): { responses: RawResponse[]; rest: string } {
    const { responses, rest } = parseResponses(this.#received, wanted);
    if (responses.length <= wanted.length) return { responses, rest };
    throw new Error(`more responses than requests: ${JSON.stringify(this.#received)}`);
  }

  #more(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #awaken(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

function withoutMoments(text: string): string {
  return text.replace(/^date: .*$/gim, 'Date: now');
}

function withoutDate({ headers: _, rawHeaders, ...response }: RawResponse): ReceivedResponse {
  return {
    ...response,
    rawHeaders: rawHeaders.map(([name, value]) => [name, /^date$/i.test(name) ? 'now' : value]),
  };
}
