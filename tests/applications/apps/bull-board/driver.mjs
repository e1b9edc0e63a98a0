/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@bull-board/express'],
  does: 'its page (an EJS view of a mounted application), its files, and its API on a queue in memory',
  main: 'server.cjs',
  volatile: [/"timestamp":\d+/g, /"(used|total|free)":[\d.]+/g],

  async run({ client }) {
    await client.get('/', { status: 302 });
    const page = await client.get('/queues');
    await client.get('/queues/');
    await client.get('/queues/queue/mail');
    await client.get('/queues', { status: 401, headers: { Authorization: 'unknown' } });
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page.text) ?? [];
    const { headers } = await client.get(`/queues/${script}`);
    await client.get(`/queues/${script}`, { status: 304, headers: { 'If-None-Match': headers.etag ?? '' } });
    await client.get(`/queues/${script}`, { status: 206, headers: { Range: 'bytes=0-99' } });
    await client.get('/queues/static/nothing.js', { status: 404 });
    await client.get('/queues/api/queues');
    await client.get('/queues/api/queues?activeQueue=mail&status=failed&page=1&jobsPerPage=10');
    await client.get('/queues/api/queues/mail/1');
    await client.get('/queues/api/queues/mail/1/logs');
    await client.get('/queues/api/queues/mail/99', { status: 404 });
    await client.get('/queues/api/queues/nothing/1', { status: 404 });
    await client.request('PUT', '/queues/api/queues/mail/2/retry', { status: 204 });
    await client.request('PUT', '/queues/api/queues/mail/pause');
    await client.request('PUT', '/queues/api/queues/mail/resume');
    await client.request('PUT', '/queues/api/queues/mail/3/clean', { status: 204 });
    await client.request('PUT', '/queues/api/queues/mail/clean/completed');
    await client.post('/queues/api/queues/mail/add', { name: 'mail', data: { to: 'ann' }, options: {} });
    await client.post('/queues/api/queues/mail/add', '{"name":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.get('/queues/api/queues');
    await client.request('PUT', '/queues/api/queues/mail/empty');
    await client.request('HEAD', '/queues');
    await client.request('DELETE', '/queues', { status: 404 });
    await client.get('/nothing', { status: 404 });
  },
};
