// A key that both sides know stands in for a certificate: no file to make, no date on which it ends.
const psk = Buffer.from('a key for a soak');
const shared = /** @type {const} */ ({ ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' });

export const secureServer = { ...shared, pskCallback: () => psk };
export const secureClient = {
  ...shared,
  pskCallback: () => ({ psk, identity: 'soak' }),
  checkServerIdentity: () => undefined,
};
