/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'lists, filters, pages, embeds, creates, changes and deletes records; serves its page; errors',
  expressVersion: 4,
  isFast: true,
  main: 'server.cjs',

  async run({ client }) {
    await client.get('/');
    await client.get('/db');
    await client.get('/posts');
    await client.get('/posts/1');
    await client.get('/posts/99', { status: 404 });
    await client.get('/posts?author=ann&_sort=views&_order=desc');
    await client.get('/posts?_page=2&_limit=2');
    await client.get('/posts?id=1&id=3');
    await client.get('/posts?views_gte=100&title_like=sec');
    await client.get('/posts?_embed=comments');
    await client.get('/comments?_expand=post');
    await client.get('/posts/1/comments');
    await client.get('/posts?q=third');
    await client.get('/profile');
    await client.post('/posts', { title: 'Fourth', author: 'eve' }, { status: 201 });
    await client.post('/posts', new URLSearchParams({ title: 'Fifth' }), { status: 201 });
    await client.post('/posts', '{"broken":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.request('PUT', '/posts/2', { body: { title: 'Replaced' } });
    await client.request('PATCH', '/posts/3', { body: { views: 51 } });
    await client.request('DELETE', '/posts/1');
    await client.request('DELETE', '/posts/1', { status: 404 });
    await client.request('HEAD', '/posts');
    await client.request('OPTIONS', '/posts', { status: 204, headers: { Origin: 'http://a.example' } });
    const { headers } = await client.get('/posts/2', { headers: { 'Accept-Encoding': 'gzip' } });
    await client.get('/posts/2', { status: 304, headers: { 'If-None-Match': headers.etag ?? '' } });
    await client.get('/posts?_limit=1', {
      headers: { Origin: 'http://a.example', 'Accept-Encoding': 'gzip' },
    });
    await client.get('/nothing', { status: 404 });
    await client.get('/posts/%zz', { status: 500 });
    await client.get('/db');
  },
};
