/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'requests and responses validated against a specification: queries, bodies, parameters, uploads, security, media types',

  async run({ client }) {
    await client.get('/v1/pets?limit=5');
    await client.get('/v1/pets?limit=5&tags=a&tags=b&filter[kind]=cat');
    await client.get('/v1/pets', { status: 400 });
    await client.get('/v1/pets?limit=99', { status: 400 });
    await client.get('/v1/pets?limit=1&unknown=1', { status: 400 });
    await client.get('/v1/pets/1');
    await client.get('/v1/pets/9', { status: 404 });
    await client.get('/v1/pets/one', { status: 400 });
    await client.get('/v1/pets/1', { status: 400, headers: { 'X-Trace': 'nothing' } });
    await client.post('/v1/pets', { name: 'Rex', kind: 'dog', born: '2020-01-02' }, { status: 201 });
    await client.post('/v1/pets', { id: 7, name: 'Rex' }, { status: 400 });
    await client.post('/v1/pets', { name: 'R', kind: 'cow', extra: 1 }, { status: 400 });
    await client.post('/v1/pets', '{"name":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.post('/v1/pets', 'name=Rex', { status: 415, headers: { 'Content-Type': 'text/plain' } });
    await client.post('/v1/pets', undefined, { status: 415 });
    await client.request('PUT', '/v1/pets', { status: 405, body: {} });
    await client.request('DELETE', '/v1/pets/1', { status: 401 });
    await client.request('DELETE', '/v1/pets/1', { status: 204, headers: { 'X-Key': 'secret' } });
    const form = new FormData();
    form.append('title', 'A title');
    form.append('file', new Blob(['content']), 'a.txt');
    await client.post('/v1/pets/2/photo', form);
    const empty = new FormData();
    empty.append('title', 'A title');
    await client.post('/v1/pets/2/photo', empty, { status: 400 });
    await client.get('/v1/wrong', { status: 500 });
    await client.request('HEAD', '/v1/pets/2', { status: 405 });
    await client.get('/v1/nothing', { status: 404 });
    await client.get('/free');
    await client.get('/spec');
  },
};
