import { toFetch } from '../../../../packages/fetch/dist/index.js';
import { createApp } from './application.mjs';

const handler = toFetch(createApp());
Deno.serve(
  { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log(port) },
  (request, { remoteAddr }) => handler(request, { remoteAddress: remoteAddr.hostname }),
);
