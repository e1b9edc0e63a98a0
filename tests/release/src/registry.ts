import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { capture } from '../../../scripts/child.mjs';
import { freePort } from '../../../scripts/free-port.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { pnpmCommand } from '../../../scripts/pnpm-command.mjs';

/** A registry with the packages of this workspace, as built; any other package comes from npm's. */
export interface Registry {
  readonly url: string;
  /** Makes npm, pnpm and Yarn install from it. */
  readonly env: NodeJS.ProcessEnv;
  /** Stops it and deletes its packages. */
  stop(): Promise<void>;
}

/** Publishes the packages into a new registry with the command of a release. @throws Error with the output if that fails */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-registry-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(await configuration(folder)));
  const command = createRequire(import.meta.url).resolve('verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [command, '--config', config, '--listen', `127.0.0.1:${port}`]);
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  while (!(await isOpen(url))) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended with ${child.exitCode}:\n${output}`);
    await wait(100);
  }
  const userConfig = join(folder, '.npmrc');
  writeFileSync(userConfig, `registry=${url}\n${url.slice('http:'.length)}:_authToken=anyone\n`);
  // npm run sets the names in lower case.
  const env = {
    NPM_CONFIG_USERCONFIG: userConfig,
    npm_config_userconfig: userConfig,
    npm_config_registry: url,
    pnpm_config_registry: url,
  };
  const pnpm = await pnpmCommand();
  const asked = await capture(pnpm.command, [...pnpm.args, 'config', 'get', 'registry'], {
    env: { ...pnpm.env, ...env },
  });
  // Whatever is configured on this machine, nothing may be published anywhere else.
  if (asked.output.trim() !== url) {
    await stop();
    throw new Error(`pnpm would publish to ${asked.output.trim()}: expected ${url}`);
  }
  const publish = [...pnpm.args, 'exec', 'changeset', 'publish', '--no-git-tag'];
  const { code, output: printed } = await capture(pnpm.command, publish, { env: { ...pnpm.env, ...env } });
  if (code !== 0) {
    await stop();
    throw new Error(`changeset publish ended with ${code}:\n${printed}`);
  }
  return { url, env, stop };
}

async function configuration(folder: string): Promise<object> {
  const { command, args } = npmCommand('npm');
  const { output } = await capture(command, [...args, 'config', 'get', 'registry']);
  const everybody = { access: '$all', publish: '$all' };
  return {
    storage: join(folder, 'packages'),
    uplinks: { npm: { url: output.trim(), timeout: '60s' } },
    packages: {
      '@nextpress/*': everybody,
      nextpress: everybody,
      'create-nextpress': everybody,
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
}

function isOpen(url: string): Promise<boolean> {
  return fetch(new URL('-/ping', url)).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether npm reaches its registry. */
export async function reachesNpm(): Promise<boolean> {
  const { command, args } = npmCommand('npm');
  const view = ['view', 'zod', 'version', '--prefer-online', '--fetch-retries=0', '--fetch-timeout=10000'];
  return (await capture(command, [...args, ...view])).code === 0;
}
