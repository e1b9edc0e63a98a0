/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'sign-up, sign-in and sign-out with cookies, sessions in handlers, changed accounts, refusals of foreign origins',
  volatile: [
    /"(id|userId|token)":"\w{32}"/g,
    /"\w+At":"[^"]+"/g,
    /(?<=session_token=)[^;]+/g,
    /(?<=session_data=)[^;]+/g,
  ],

  async run({ client, url }) {
    const own = { Origin: url };
    const ann = { email: 'ann@a.example', password: 'correct horse', name: 'Ann' };
    await client.get('/api/auth/ok');
    await client.get('/api/auth/nothing', { status: 404 });
    await client.get('/api/auth/get-session');
    await client.get('/me', { status: 401 });
    await client.post(
      '/api/auth/sign-up/email',
      { ...ann, password: 'short' },
      { status: 400, headers: own },
    );
    await client.post('/api/auth/sign-up/email', { ...ann, email: 'nothing' }, { status: 400, headers: own });
    await client.post('/api/auth/sign-up/email', ann, { headers: own });
    await client.post('/api/auth/sign-up/email', ann, { status: 422, headers: own });
    await client.get('/me');
    await client.get('/api/auth/get-session');
    await client.get('/api/auth/list-sessions');
    await client.post('/api/auth/update-user', { name: 'Anne' }, { headers: own });
    await client.get('/api/auth/get-session');
    await client.post(
      '/api/auth/update-user',
      { name: 'Eve' },
      { status: 403, headers: { Origin: 'http://evil.example' } },
    );
    await client.post(
      '/api/auth/change-password',
      { currentPassword: 'wrong', newPassword: 'another one' },
      { status: 400, headers: own },
    );
    await client.post(
      '/api/auth/change-password',
      { currentPassword: ann.password, newPassword: 'another one' },
      { headers: own },
    );
    await client.post('/api/auth/sign-out', {}, { headers: own });
    await client.get('/me', { status: 401 });
    await client.post(
      '/api/auth/sign-in/email',
      { email: ann.email, password: ann.password },
      { status: 401, headers: own },
    );
    await client.post(
      '/api/auth/sign-in/email',
      { email: ann.email, password: 'another one' },
      { headers: own },
    );
    await client.get('/me');
    await client.post('/api/auth/sign-in/email', '{"email":', {
      status: 400,
      headers: { ...own, 'Content-Type': 'application/json' },
    });
    await client.request('PUT', '/api/auth/ok', { status: 404, headers: own, body: {} });
    await client.get('/api/auth/reference', { status: 404 });
    await client.post('/echo', { parsed: true });
    await client.get('/mounted/page');
    await client.get('/nothing', { status: 404 });
  },
};
