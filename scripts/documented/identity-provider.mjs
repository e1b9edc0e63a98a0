// An OpenID Connect provider with one user, Ada, who is logged in and agrees to everything. It sends its parent the issuer.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider';

/** Where the documented application listens for its client. */
const CALLBACK = 'http://localhost:3000/callback';
/** The documented API, for which access tokens are. */
const API = 'https://api.example';
const ACCESS_TOKENS = { scope: 'reports:read', audience: API, accessTokenFormat: 'jwt', accessTokenTTL: 600 };

/** @param {any} provider @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
async function logIn(provider, req, res) {
  const { params } = await provider.interactionDetails(req, res);
  const grant = new provider.Grant({ accountId: 'ada', clientId: params.client_id });
  grant.addOIDCScope('openid profile');
  const result = { login: { accountId: 'ada' }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
}

function settings() {
  return {
    clients: [
      {
        client_id: 'app',
        client_secret: 'secret',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'client_credentials'],
      },
    ],
    // Two, as while they are replaced.
    jwks: { keys: [signingKey(), signingKey()] },
    cookies: { keys: ['key'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API,
        getResourceServerInfo: () => ACCESS_TOKENS,
      },
    },
    interactions: {
      url: (/** @type {unknown} */ _context, /** @type {{ uid: string }} */ { uid }) => `/login/${uid}`,
    },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: async (/** @type {unknown} */ _context, /** @type {string} */ id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: 'Ada' }),
    }),
  };
}

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, settings());
const handle = provider.callback();
server.on('request', (req, res) => {
  if (req.url?.startsWith('/login/')) void logIn(provider, req, res);
  else handle(req, res);
});
process.send?.(issuer);
process.once('disconnect', () => process.exit());
