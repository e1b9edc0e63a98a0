/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  staysInNode: 'no request was seen in the fast lane',
  packages: ['@google-cloud/functions-framework'],
  does: 'an HTTP function: queries, JSON, form, text and raw bodies, redirects, streams, cookies, errors',
  main: 'node_modules/@google-cloud/functions-framework/build/src/main.js',
  args: ['--target=handle', '--source=function.cjs', '--port=$PORT'],
  volatile: [/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g],

  async run({ client }) {
    await client.get('/');
    await client.get('/path/of/it?a=1&b[c]=2&d=%20');
    await client.post('/', { a: [1, 2] });
    await client.post('/', new URLSearchParams('a=1&b[c]=2'));
    await client.post('/', 'some text');
    await client.post('/', Buffer.from('bytes'), { headers: { 'Content-Type': 'application/octet-stream' } });
    await client.post('/', '{"a":', { status: 400, headers: { 'Content-Type': 'application/json' } });
    await client.post('/', { long: 'x'.repeat(200_000) });
    await client.request('PUT', '/put', { body: { a: 1 } });
    await client.request('PATCH', '/patch', { body: { a: 1 } });
    await client.request('DELETE', '/delete');
    await client.request('OPTIONS', '/options');
    await client.request('HEAD', '/text', { status: 202 });
    await client.get('/text', { status: 202 });
    await client.get('/moved', { status: 301 });
    await client.get('/cookie', { headers: { Cookie: 'x=y' } });
    await client.get('/stream');
    await client.get('/binary');
    await client.get('/nothing', { status: 204 });
    await client.get('/fail', { status: 500 });
    await client.get('/late', { status: 500 });
    await client.get('/favicon.ico', { status: 404 });
    await client.get('/robots.txt', { status: 404 });
    await client.get('/again', { headers: { 'If-None-Match': 'W/"etags-are-off"' } });
    await client.get('/%zz', { status: 400 });
    await client.get('//double//slash');
  },
};
