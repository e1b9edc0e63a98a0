import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../root.mjs';

type Format = 'esm' | 'cjs';

interface Job {
  readonly input: string;
  readonly output: string;
  readonly format: Format;
  /** What the README says to leave out of the bundle. */
  readonly external: string[];
}

const CONDITIONS = ['@nextpress/source'];

const BUNDLERS: Record<string, (job: Job) => Promise<unknown>> = {
  esbuild: ({ input, output, format, external }) =>
    build({
      ...{ entryPoints: [input], outfile: output, format, external, conditions: CONDITIONS },
      ...{ bundle: true, platform: 'node', logLevel: 'silent' },
    }),
  rolldown: async ({ input, output, format, external }) => {
    const resolve = { conditionNames: [...CONDITIONS, format === 'esm' ? 'import' : 'require', 'node'] };
    const bundle = await rolldown({ input, external, resolve, platform: 'node', onLog: () => {} });
    await bundle.write({ file: output, format, codeSplitting: false });
    await bundle.close();
  },
  // Reads JavaScript alone, so it bundles the built packages.
  rollup: async ({ input, output, format, external }) => {
    const plugins = [nodeResolve({ exportConditions: ['node'], preferBuiltins: true })];
    const bundle = await rollup({ input, external, plugins, onLog: () => {} });
    await bundle.write({ file: output, format, inlineDynamicImports: true });
    await bundle.close();
  },
};

const PROGRAMS: { readonly name: string; readonly external: string[]; readonly code: string }[] = [
  {
    name: 'validate',
    external: [],
    code: `import { compileSchema } from '@nextpress/validate';
      const { value } = compileSchema({ type: 'integer' }, { coerce: true }).validate('5');
      console.log(value === 5 ? 'works' : value);`,
  },
  {
    name: 'websocket',
    external: ['ws'],
    code: `import { createServer } from '@nextpress/server';
      import { websocket } from '@nextpress/websocket';
      console.log(typeof websocket(createServer()).ws === 'function' ? 'works' : 'fails');`,
  },
  {
    name: 'openapi',
    external: [],
    code: `import { openapi } from '@nextpress/openapi';
      import { createServer } from '@nextpress/server';
      const app = createServer();
      app.register(openapi({ info: { title: 'Bundle', version: '1' }, ui: '/docs' }));
      console.log('works');`,
  },
  {
    name: 'multipart',
    external: [],
    code: `import { createServer } from 'node:http';
      import { multipart } from '@nextpress/multipart';
      const readForm = multipart();
      const server = createServer((req, res) => readForm(req, res, (error) => res.end(error ? String(error) : req.body.a)));
      server.listen(0, async () => {
        const body = new FormData();
        body.append('a', 'works');
        const response = await fetch('http://localhost:' + server.address().port, { method: 'POST', body });
        console.log(await response.text());
        server.close();
      });`,
  },
];

describe.each(PROGRAMS)('a program with @nextpress/$name', ({ name, external, code }) => {
  const cases = Object.keys(BUNDLERS).flatMap((bundler) => [
    { bundler, format: 'esm' as const },
    { bundler, format: 'cjs' as const },
  ]);
  test.each(cases)('runs after $bundler has bundled it as $format', async ({ bundler, format }) => {
    const cwd = join(root, 'packages', name);
    const folder = await mkdtemp(join(cwd, 'node_modules', '.bundle-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Rollup does not resolve the name of the package that a program is in.
    await mkdir(join(folder, 'node_modules/@nextpress'), { recursive: true });
    await symlink(cwd, join(folder, 'node_modules/@nextpress', name), 'junction');
    const input = join(folder, 'program.mjs');
    await writeFile(input, code);
    const output = join(folder, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
    await BUNDLERS[bundler]?.({ input, output, format, external });
    const { stdout } = await promisify(execFile)(process.execPath, [output], { cwd, timeout: 100_000 });
    expect(stdout).toBe('works\n');
  });
});
