// The servers that are compared, each in a process of its own.
import { fork } from 'node:child_process';
import { hasNginx, startNginx } from './nginx.mjs';
import { servers } from './servers.mjs';

/**
 * @typedef {object} Participant
 * @property {string} name
 * @property {number} port
 * @property {() => Promise<{ cpu: number, memory: number }>} usage Processor time in µs, resident memory in bytes.
 * @property {() => unknown} stop
 */

/** @param {string} root @param {string} [words] of their names @returns {Promise<Participant[]>} */
export async function startAll(root, words = '') {
  const names = Object.keys(servers).filter((name) => name.includes(words));
  const all = await Promise.all(names.map((name) => start(name, root)));
  if (hasNginx() && 'nginx'.includes(words)) all.push(await startNginx(root));
  return all;
}

/** @param {string} name @param {string} root @returns {Promise<Participant>} */
async function start(name, root) {
  const child = fork(new URL('servers.mjs', import.meta.url), [name, root]);
  /** @returns {Promise<any>} */
  const answer = () =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${name} has ended`));
      child.once('exit', ended).once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  const port = await answer();
  const usage = () => {
    const answered = answer();
    child.send('usage');
    return answered;
  };
  return { name, port, usage, stop: () => child.kill() };
}
