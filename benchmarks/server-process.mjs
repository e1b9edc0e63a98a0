import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('servers/', import.meta.url);

/** The names of the servers: one file each. */
export const serverNames = readdirSync(folder).map((file) => basename(file, '.mjs'));

/**
 * A server in a process of its own.
 *
 * @typedef {object} ServerProcess
 * @property {string} url
 * @property {() => Promise<number>} cpuTime Processor time used so far, in microseconds, user and system.
 * @property {() => void} stop
 */

/** @param {string} name @returns {Promise<ServerProcess>} */
export async function startServer(name) {
  const child = fork(new URL(`${name}.mjs`, folder), { env: { ...process.env, NODE_ENV: 'production' } });
  /** @returns {Promise<{ port: number, cpu: number }>} */
  const answer = () =>
    new Promise((resolve, reject) => {
      /** @param {number | null} code */
      const fail = (code) => reject(new Error(`${name} ended with code ${code}`));
      child.once('exit', fail);
      child.once('message', (message) => {
        child.off('exit', fail);
        resolve(/** @type {{ port: number, cpu: number }} */ (message));
      });
    });
  const { port } = await answer();
  return {
    url: `http://localhost:${port}`,
    async cpuTime() {
      const answered = answer();
      child.send('cpu');
      return (await answered).cpu;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
