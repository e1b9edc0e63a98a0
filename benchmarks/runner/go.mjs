import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.mjs';
import { Unavailable } from './unavailable.mjs';

/** @type {Map<string, string>} Executables by source. */
const compiled = new Map();

/**
 * Compiles a Go program once in each run.
 *
 * @param {string} path Of its source.
 * @returns {string} the path of its executable
 * @throws Unavailable where Go is not installed
 */
export function compileGo(path) {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  if (goVersion() === undefined) throw new Unavailable('Go is not installed');
  const executable = join(temporaryFolder().path, 'server');
  const { status, stderr } = spawnSync('go', ['build', '-o', executable, path], {
    cwd: dirname(path),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`go build failed:\n${stderr}`);
  compiled.set(path, executable);
  return executable;
}

/** Which Go is installed. */
export function goVersion() {
  const { stdout, error } = spawnSync('go', ['version'], { encoding: 'utf8' });
  return error === undefined ? /go(\d+[.\d]*)/.exec(stdout)?.[1] : undefined;
}
