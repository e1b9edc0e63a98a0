import { once } from 'node:events';
import { createServer } from 'node:http';

/** The server that the application asks. It can stop responding. */
export class Upstream {
  #hangs = false;
  #server = createServer((req, res) => {
    if (!this.#hangs) res.end(`upstream of ${req.url?.slice(1)}`);
  });

  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  hang() {
    this.#hangs = true;
  }

  /** Requests that were not responded to stay so. */
  resume() {
    this.#hangs = false;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
