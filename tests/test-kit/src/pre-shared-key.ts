import type { ServerOptions } from 'node:https';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';

const psk = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const ciphers = 'PSK-AES128-GCM-SHA256';
const maxVersion = 'TLSv1.2';

/** TLS options without a certificate: both sides have one pre-shared key. */
export const serverSecret: ServerOptions & { ciphers: string; maxVersion: 'TLSv1.2' } = {
  ciphers,
  maxVersion,
  pskCallback: () => psk,
};

/** What a client needs to talk to a server with {@link serverSecret}. */
export const clientSecret: ConnectionOptions = {
  ciphers,
  maxVersion,
  pskCallback: () => ({ psk, identity: 'test' }),
  checkServerIdentity: () => undefined,
};

/** A connection over TLS to a loopback port after which a server has {@link serverSecret}. */
export function connectSecurely(port: number, options: ConnectionOptions = {}): TLSSocket {
  return connect({ port, host: '127.0.0.1', ...clientSecret, ...options });
}
