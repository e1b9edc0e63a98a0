/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'mounted under a path: discovery, keys, login and consent, the code flow, tokens, user info, introspection, revocation, errors',
  volatile: [
    /(?<=[=/"])[\w-]{21}(?=[^\w-]|$)/g,
    /(?<=[=/"])[\w-]{26,28}(?=[^\w-]|$)/g,
    /(?<=[=/"])[\w-]{43}(?=[^\w-]|$)/g,
    /(?<=name="xsrf" value=")[0-9a-f]+/g,
    /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
    /"(n|e|iat|exp)":"?[\w-]+"?/g,
    /\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g,
  ],

  async run({ client }) {
    await client.get('/own');
    await client.get('/oidc/.well-known/openid-configuration');
    await client.get('/oidc/jwks');
    await client.get('/oidc/nothing', { status: 404 });
    await client.get('/nothing', { status: 404 });
    await client.get('/oidc/auth', { status: 400 });
    await client.get('/oidc/auth?client_id=unknown', { status: 400 });
    await client.get('/oidc/me', { status: 401 });
    await client.get('/login/unknown', { status: 400 });
    const { code } = await logIn(client);
    const basic = { Authorization: `Basic ${Buffer.from('app:secret').toString('base64')}` };
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'http://127.0.0.1/callback' };
    await client.post('/oidc/token', new URLSearchParams(form), { status: 400 });
    await client.post('/oidc/token', form, { status: 400, headers: basic });
    const tokens = (await client.post('/oidc/token', new URLSearchParams(form), { headers: basic })).json();
    await client.post('/oidc/token', new URLSearchParams(form), { status: 400, headers: basic });
    const bearer = { Authorization: `Bearer ${tokens.access_token}` };
    await client.get('/oidc/me', { status: 401, headers: bearer });
    const own = new URLSearchParams({ grant_type: 'client_credentials' });
    const { access_token: token } = (await client.post('/oidc/token', own, { headers: basic })).json();
    await client.post('/oidc/token/introspection', new URLSearchParams({ token }), { headers: basic });
    await client.post('/oidc/token/revocation', new URLSearchParams({ token }), { headers: basic });
    await client.post('/oidc/token/introspection', new URLSearchParams({ token }), { headers: basic });
    await client.request('OPTIONS', '/oidc/token', {
      status: 204,
      headers: { Origin: 'http://a.example', 'Access-Control-Request-Method': 'POST' },
    });
    await client.get('/oidc/session/end');
    await client.post('/oidc/token', 'x'.repeat(60_000), {
      status: 400,
      headers: { ...basic, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  },
};

/** Follows the redirects of a login, with its cookies. @param {import('../../harness/client.mjs').Client} client */
async function logIn(client) {
  const query =
    'client_id=app&response_type=code&redirect_uri=http://127.0.0.1/callback&scope=openid%20profile&prompt=consent&state=s';
  const login = await location(client.get(`/oidc/auth?${query}`, { status: 303 }));
  await client.get(login);
  const resumed = await location(client.post(login, new URLSearchParams({ name: 'ann' }), { status: 303 }));
  const consent = await location(client.get(resumed, { status: 303 }));
  await client.get(consent);
  const confirmed = await location(client.post(`${consent}/confirm`, undefined, { status: 303 }));
  const callback = await location(client.get(confirmed, { status: 303 }));
  return { code: new URLSearchParams(callback.split('?')[1]).get('code') ?? '' };
}

/** @param {Promise<import('../../harness/client.mjs').Reply>} reply */
async function location(reply) {
  const { headers } = await reply;
  const { pathname, search } = new URL(headers.location ?? '', 'http://127.0.0.1');
  return pathname + search;
}
