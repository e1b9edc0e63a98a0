// A pre-shared key replaces a certificate: it needs no file, and its handshake is cheap.
const psk = Buffer.from('a key for tests.');
const shared = /** @type {const} */ ({ ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' });

/** How client and server agree over TLS. */
export const preShared = {
  server: { ...shared, pskCallback: () => psk },
  client: {
    ...shared,
    pskCallback: () => ({ psk, identity: 'fuzz' }),
    checkServerIdentity: () => undefined,
    allowHalfOpen: true,
  },
};
