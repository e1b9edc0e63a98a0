import { toFetch } from '../../../../packages/fetch/dist/index.js';
import { createApp } from './application.mjs';

const handler = toFetch(createApp());
const { port } = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, server) => handler(request, { remoteAddress: server.requestIP(request)?.address }),
});
console.log(port);
