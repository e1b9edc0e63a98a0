// A release as its users meet it: the packages in a registry, installed with each package manager, the tutorial typed line by line, and a
// project of every template.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGES, TEST_RUNNERS } from '../../../packages/create-nextpress/src/project-options.ts';
import { TEMPLATES } from '../../../packages/create-nextpress/src/template.ts';
import { SMOKE, whileRunning } from '../../../packages/create-nextpress/test/project.ts';
import { freePort } from '../../../scripts/free-port.mjs';
import { environmentOf, installNodes, matrixNodes } from '../../../scripts/node-matrix.mjs';
import { pnpmCommand } from '../../../scripts/pnpm-command.mjs';
import { root } from '../../../scripts/root.mjs';
import { Reader } from '../src/reader.ts';
import { type Registry, reachesNpm, startRegistry } from '../src/registry.ts';
import { Running, TERMINAL, type } from '../src/shell.ts';

// Packages are downloaded.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000, maxConcurrency: 2 });

/** Scripts that a project has from the start and that must pass. */
const CHECKS = ['typecheck', 'check', 'build', 'test'];
const PAGES = join(root, 'docs/tutorial');

const isAble = process.platform !== 'win32' && (await reachesNpm());
if (!isAble) {
  const reason = 'The release is not tried: its commands need a POSIX shell and npm’s registry.';
  // Set by `npm run release -- --dry-run`, which would pass without having tried it.
  if (process.env.NEXTPRESS_RELEASE === 'required') throw new Error(reason);
  console.warn(reason);
}

const folder = mkdtempSync(join(tmpdir(), 'nextpress-release-'));
const nodes = matrixNodes();
let registry: Registry | undefined;

beforeAll(async () => {
  if (!isAble) return;
  await installNodes(nodes);
  registry = await startRegistry();
});

afterAll(async () => {
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const ADDED = [
  'nextpress',
  '@nextpress/inject',
  '@nextpress/validate',
  '@nextpress/websocket',
  '@nextpress/multipart',
];
/** `LOAD` is how the kind of module loads a package. */
const PROGRAM = `(async () => {
  const { createServer } = LOAD('nextpress');
  const { inject } = LOAD('@nextpress/inject');
  for (const name of ${JSON.stringify(ADDED)}) LOAD(name);
  LOAD('nextpress/express');
  const app = createServer();
  app.get('/hello/:name', (req) => ({ hello: req.params.name }));
  const { status, body } = await inject(app, '/hello/ada');
  console.log(status, body);
})();
`;

/** How each package manager installs, and runs a program. */
const MANAGERS = {
  npm: async () => ({ install: 'npm install', run: 'node', env: {} }),
  async pnpm() {
    const { args, env } = await pnpmCommand();
    return {
      install: `node ${args.join(' ')} install`,
      run: 'node',
      env: { ...env, pnpm_config_minimum_release_age: '0' },
    };
  },
  async yarn() {
    const yarn = 'npm exec --yes --package=@yarnpkg/cli-dist@4.18.1 -- yarn';
    const env = {
      YARN_NPM_REGISTRY_SERVER: registry?.url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
    };
    return { install: `${yarn} install`, run: `${yarn} node`, env };
  },
};

/** A terminal in a new folder. */
function terminal(name: string, env: NodeJS.ProcessEnv = {}) {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  return { cwd, env: { ...TERMINAL, ...registry?.env, ...env } };
}

describe.skipIf(!isAble).concurrent('a release', () => {
  test.for(nodes)('lets a reader follow the tutorial on Node $version', async (node, { onTestFinished }) => {
    const shell = terminal(`tutorial-${node.major}`, environmentOf(node));
    const reader = new Reader(shell);
    onTestFinished(() => reader.stop());
    for (const page of readdirSync(PAGES).sort()) await reader.read(readFileSync(join(PAGES, page), 'utf8'));
    const image = readFileSync(join(shell.cwd, 'Dockerfile'), 'utf8');
    if (image.includes(`FROM node:${node.major}`)) await serveAsImage(image, shell);
  });

  test.for(
    TEMPLATES.flatMap(({ name: template }, at) =>
      LANGUAGES.map((language, other) => ({
        template,
        language,
        tests: TEST_RUNNERS[(at + other) % TEST_RUNNERS.length] as string,
      })),
    ),
  )('has the template $template in $language with $tests', async ({ template, language, tests }) => {
    const shell = terminal(`templates-${template}-${language}`);
    const flags = `--template ${template} --language ${language} --tests ${tests} --manager npm --yes`;
    await type(`npm create nextpress@latest app -- ${flags}`, shell);
    shell.cwd = join(shell.cwd, 'app');
    await type('npm install', shell);
    const { scripts } = JSON.parse(readFileSync(join(shell.cwd, 'package.json'), 'utf8'));
    for (const name of CHECKS) if (name in scripts) await type(`npm run ${name}`, shell);
    await whileRunning(shell.cwd, 'start', SMOKE[template]);
  });

  test.for(nodes.flatMap((node) => (['npm', 'pnpm', 'yarn'] as const).map((manager) => ({ node, manager }))))(
    'is installed by $manager on Node $node.version',
    async ({ node, manager }) => {
      const shell = terminal(`${manager}-${node.major}`, environmentOf(node));
      const dependencies = Object.fromEntries(ADDED.map((name) => [name, 'latest']));
      writeFileSync(join(shell.cwd, 'package.json'), JSON.stringify({ private: true, dependencies }));
      writeFileSync(join(shell.cwd, 'app.cjs'), PROGRAM.replaceAll('LOAD', 'require'));
      writeFileSync(join(shell.cwd, 'app.mjs'), PROGRAM.replaceAll('LOAD', 'await import'));
      const { install, env, run } = await MANAGERS[manager]();
      // The Node of this test comes before the one of pnpm's folder.
      const own = { ...shell, env: { ...shell.env, ...env, PATH: shell.env.PATH } };
      await type(install, own);
      for (const program of ['app.cjs', 'app.mjs'])
        expect((await type(`${run} ${program}`, own)).trim(), program).toBe('200 {"hello":"ada"}');
    },
  );
});

/** What an image does with the project: the lines of its Dockerfile, without a container around them. */
async function serveAsImage(image: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }) {
  const copy = `${cwd}-image`;
  cpSync(cwd, copy, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  for (const [, line = ''] of image.matchAll(/^RUN (.*)$/gm)) await type(line, { cwd: copy, env });
  const port = await freePort();
  const [, command = '[]'] = /^CMD (.*)$/m.exec(image) ?? [];
  const settings = { ...env, NODE_ENV: 'production', PORT: `${port}` };
  const server = new Running(JSON.parse(command).join(' '), { cwd: copy, env: settings });
  try {
    await expect
      .poll(() =>
        fetch(`http://localhost:${port}/readyz`).then(
          ({ status }) => status,
          () => server.output,
        ),
      )
      .toBe(200);
  } finally {
    await server.stop();
  }
}
