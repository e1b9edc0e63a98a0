import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { preShared } from './pre-shared-key.mjs';

/** @typedef {import('node:net').Socket} Socket */

/** The client's end of an exchange. */
export class Client {
  /** One character per byte. */
  text = '';
  /** Bytes. */
  received = 0;
  /** What became of the connection, seen from here. @type {string} */
  fate = 'open';
  /** Bytes. */
  sent = 0;
  ended = false;
  /** @type {Socket} */
  socket;
  /** @type {Socket} the one below TLS */
  #wire;

  /** @param {import('./target.mjs').Target} target @param {() => void} touch told whenever something happens */
  constructor({ port, secure }, touch) {
    const wire = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const socket = secure ? connectSecurely({ socket: wire, ...preShared.client }) : wire;
    this.#wire = wire;
    this.socket = socket;
    this.ready = false;
    socket.on(secure ? 'secureConnect' : 'connect', () => {
      this.ready = true;
      touch();
    });
    socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1');
      this.received += chunk.length;
      touch();
    });
    socket.on('end', () => {
      this.#become('ended');
      touch();
    });
    socket.on('error', (error) => {
      // Closing TLS sends bytes, and a peer that closes without reading them resets the connection.
      if (secure && 'code' in error && error.code === 'ECONNRESET') this.#become('ended');
      else this.#become('code' in error ? String(error.code) : error.message);
      touch();
    });
    socket.on('close', touch);
    if (secure) wire.on('error', () => {});
  }

  /** Whether there is no peer to send to. */
  get over() {
    return this.fate !== 'open' || this.socket.destroyed;
  }

  /** @param {string} bytes */
  write(bytes) {
    this.sent += bytes.length;
    this.socket.write(bytes, 'latin1');
  }

  end() {
    this.ended = true;
    this.socket.end();
  }

  reset() {
    if (!this.#wire.destroyed) this.#wire.resetAndDestroy();
    this.socket.destroy();
  }

  /** @param {string} fate */
  #become(fate) {
    if (this.fate === 'open') this.fate = fate;
  }
}
