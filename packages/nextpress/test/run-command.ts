import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of the repository. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = join(ROOT, 'packages/nextpress/dist/command.js');

/** The built framework, for the imports of applications in temporary folders. */
export const FRAMEWORK: string = pathToFileURL(join(ROOT, 'packages/nextpress/dist/index.js')).href;

/** Runs the command as a shell would. */
export function runCommand(
  folder: string,
  args: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
