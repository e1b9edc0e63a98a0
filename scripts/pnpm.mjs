// Runs pnpm with the arguments given, on a machine that may have only Node and npm:
// the pnpm on PATH if it is the pinned one, else the pinned one through npx.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const version = packageManager.slice('pnpm@'.length);
const shell = process.platform === 'win32';
const found = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell });
const command =
  found.stdout?.trim() === version ? ['pnpm'] : ['npx', '--yes', '--loglevel=error', packageManager];

const child = spawn(command[0], [...command.slice(1), ...process.argv.slice(2)], {
  cwd: new URL('..', import.meta.url),
  stdio: 'inherit',
  shell,
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
});
// Ctrl-C reaches the child through the terminal; this process must outlive it to report its exit code.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
