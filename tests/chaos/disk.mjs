import { spawnSync } from 'node:child_process';

/** More than the journals of a run need. */
const SIZE = '24m';
/** Names the folder in the environment of the second process. */
const VARIABLE = 'NEXTPRESS_CHAOS_DISK';
/** A mount namespace of its own ends with the process; without root it needs a user namespace. */
const ATTEMPTS = [['--mount'], ['--user', '--map-root-user', '--mount']];
const MOUNT = `mount -t tmpfs -o size=${SIZE} tmpfs "$0"`;

/** The folder on a small disk, in a process that `commandWithDisk` has started. */
export const disk = process.env[VARIABLE];

/**
 * A command that runs another one with a small disk mounted on a folder, for this process only.
 *
 * @param {string} folder
 * @returns {{ prefix: string[], env: Record<string, string> } | undefined} Undefined where this is not possible.
 */
export function mountCommand(folder) {
  if (process.platform !== 'linux') return undefined;
  for (const options of ATTEMPTS) {
    const { status } = spawnSync('unshare', [...options, 'sh', '-c', MOUNT, folder], { stdio: 'ignore' });
    if (status !== 0) continue;
    return {
      prefix: ['unshare', ...options, 'sh', '-c', `${MOUNT} && exec "$@"`, folder],
      env: { [VARIABLE]: folder },
    };
  }
  return undefined;
}
