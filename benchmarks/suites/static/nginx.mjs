// One worker, and a configuration of its own: nothing of the system's is read or written.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { staticFolder } from '../../content/static-files.mjs';

/** @param {number} port @param {string} folder @param {string} own */
const configuration = (port, folder, own) => `
daemon off;
master_process off;
pid ${own}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  types { text/plain txt; text/css css; }
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  access_log off;
  client_body_temp_path ${own}/body;
  proxy_temp_path ${own}/proxy;
  fastcgi_temp_path ${own}/fastcgi;
  scgi_temp_path ${own}/scgi;
  uwsgi_temp_path ${own}/uwsgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`;

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  if (spawnSync('nginx', ['-v']).error !== undefined) return { unavailable: 'nginx is not installed' };
  const folder = staticFolder();
  const own = `${folder}-nginx`;
  mkdirSync(own, { recursive: true });
  const port = await freePort();
  writeFileSync(join(own, 'nginx.conf'), configuration(port, folder, own));

  const nginx = spawn('nginx', ['-p', own, '-c', join(own, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.on('exit', () => nginx.kill());
  await listening(port);
  return { port };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {number} port */
async function listening(port) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error('nginx did not listen within five seconds');
}
