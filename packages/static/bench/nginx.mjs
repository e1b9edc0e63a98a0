// nginx beside the others, where it is installed: one worker, `sendfile` and the open-file cache as they are by default.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether it can be started, and asked for its processor time. */
export function hasNginx() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

/** @param {string} root @returns {Promise<import('./participant.mjs').Participant>} */
export async function startNginx(root) {
  const folder = mkdtempSync(join(tmpdir(), 'static-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, root));
  const child = spawn('nginx', [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
  ]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    await wait(50);
  }
  const [worker = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  return {
    name: 'nginx',
    port,
    usage: async () => ({
      cpu: Number(readFileSync(`/proc/${worker}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
      memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker}/status`, 'utf8'))?.[1]) * 1_024,
    }),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param {string} folder @param {number} port @param {string} root */
function configuration(folder, port, root) {
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  types { text/css css; text/javascript js; application/octet-stream bin; }
  access_log off; sendfile on; keepalive_requests 1000000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
