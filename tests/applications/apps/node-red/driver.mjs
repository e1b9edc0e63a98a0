import { setTimeout } from 'node:timers/promises';

const flow = [
  { id: 'added', type: 'tab', label: 'Added' },
  { id: 'in', type: 'http in', z: 'added', url: '/added', method: 'get', wires: [['out']] },
  { id: 'out', type: 'http response', z: 'added', statusCode: '418', wires: [] },
];

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'its editor and admin API, flows with HTTP nodes (bodies, cookies, uploads), deployment of a flow, static files, WebSocket',
  expressVersion: 4,
  main: 'node_modules/node-red/red.js',
  args: ['--settings', 'settings.cjs'],
  volatile: [/"id":"[0-9a-f]{16}"/g, /[0-9a-f]{64}/g, /"rev":"[0-9a-f]+"/g, /\?v=[0-9a-f]+/g],

  async run({ client, url }) {
    await client.get('/', { headers: { Accept: 'text/html' } });
    await client.get('/settings');
    await client.get('/flows', { headers: { 'Node-RED-API-Version': 'v2' } });
    await client.get('/nodes', { headers: { Accept: 'application/json' } });
    await client.get('/nodes/node-red/httpin', { headers: { Accept: 'application/json' } });
    await client.get('/nodes/node-red/nothing', { status: 404, headers: { Accept: 'application/json' } });
    await client.get('/locales/nodes?lng=en-US');
    await client.get('/icons');
    await client.get('/icons/node-red/white-globe.svg');
    await client.get('/theme');
    await client.get('/red/keymap.json');
    const { headers } = await client.get('/red/images/node-red.svg');
    await client.get('/red/images/node-red.svg', {
      status: 304,
      headers: { 'If-None-Match': headers.etag ?? '' },
    });
    await client.get('/note.txt');
    await client.get('/note.txt', { status: 206, headers: { Range: 'bytes=2-7' } });
    await client.get('/auth/login');
    await client.get('/api/hello');
    await client.get('/api/hello?name=Ann', { headers: { Origin: 'http://a.example' } });
    await client.get('/api/users/42');
    await client.post('/api/echo', { a: [1, { b: 2 }] });
    await client.post('/api/echo', new URLSearchParams('a[b]=1&c=2'));
    await client.post('/api/echo', 'plain text');
    await client.post('/api/echo', '{"broken":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.request('PUT', '/api/status', { status: 202 });
    await client.request('DELETE', '/api/thing/7', { status: 204 });
    await client.request('DELETE', '/api/thing', { status: 204 });
    await client.get('/api/cookie');
    await client.get('/api/cookie');
    await client.get('/api/binary');
    await client.get('/api/moved', { status: 302 });
    const form = new FormData();
    form.append('file', new Blob(['content']), 'a.txt');
    await client.post('/api/upload', form);
    await client.request('OPTIONS', '/api/hello', { status: 204, headers: { Origin: 'http://a.example' } });
    await client.get('/api/nothing', { status: 404 });
    await client.post('/flow', { label: 'Posted', nodes: [] }, { status: 200 });
    await client.post('/flows', flow, { status: 204, headers: { 'Node-RED-Deployment-Type': 'full' } });
    // The response to a deployment does not wait for the new flow.
    while ((await fetch(`${url}/api/added`)).status === 404) await setTimeout(50);
    await client.get('/api/added', { status: 418 });
    await client.get('/api/hello', { status: 404 });
    await client.post('/inject/nothing', {}, { status: 404 });
  },
};
