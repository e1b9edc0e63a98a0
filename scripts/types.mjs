// `npm run test:types`: checks the published types without `skipLibCheck`, with each TypeScript and each @types/node.
// `-- --sample` checks each of them but not all pairs, `-- --newest` only the newest TypeScript; `-- 5.6 7.0` selects compilers.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from './child.mjs';
import { setUp } from './install.mjs';
import { installLocked, npm } from './npm-command.mjs';
import { packAll } from './pack.mjs';
import { packageEntries } from './package-entries.mjs';
import { inParallel } from './parallel.mjs';
import { root } from './root.mjs';
import { conclude, orExit, plural, StepFailure, step } from './terminal.mjs';
import { publicPackages, readWorkspace } from './workspace.mjs';

/**
 * @typedef {object} Combination
 * @property {string} typescript
 * @property {string} types The major version of `@types/node`.
 * @property {typeof MODULES[number]} modules
 */

const tools = join(root, 'tests/matrix/types');
const esm = ['application.mts', 'entries.mts'];
const all = [...esm, 'library.cts', 'both.mts', 'entries.cts', 'missing.mts'];
/** The folder of the project with libraries. */
const LIBRARIES = 'libraries';
const MODULES = [
  { name: 'node16', files: all, options: { module: 'node16' } },
  // Its own program: it augments the types of every file it is compiled with.
  { name: 'register', files: ['register.mts'], options: { module: 'nodenext' } },
  { name: 'nodenext', files: all, options: { module: 'nodenext' } },
  // Its own program, for the same reason.
  { name: 'ambient', files: ['ambient.d.ts', 'ambient.mts'], options: { module: 'nodenext' } },
  // With libraries, which the other programs do without. The types of the schema libraries are not checked.
  {
    name: 'schemas',
    folder: LIBRARIES,
    files: ['schemas.mts'],
    options: { module: 'nodenext', skipLibCheck: true, declaration: true },
  },
  { name: 'augmented', folder: LIBRARIES, files: ['augmented.mts'], options: { module: 'nodenext' } },
  {
    name: 'augmented Express 4',
    folder: LIBRARIES,
    files: ['augmented.mts'],
    options: {
      module: 'nodenext',
      paths: { 'express-serve-static-core': ['./node_modules/express-4-types/index.d.ts'] },
    },
  },
  { name: 'bundler', files: esm, options: { module: 'esnext', moduleResolution: 'bundler' } },
  {
    name: 'node10',
    files: ['legacy.ts', 'entries.cts'],
    options: { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
  },
];

const args = process.argv.slice(2);
const { typescripts, nodes, libraries } = versions();
const asked = args.includes('--newest') ? typescripts.slice(-1) : args.filter((arg) => !arg.startsWith('-'));
const combinations = chosen(args.includes('--sample')).filter(
  ({ typescript }) => asked.length === 0 || asked.includes(typescript),
);
if (combinations.length === 0) {
  console.error(`  Unknown TypeScript "${asked.join(' ')}": expected ${typescripts.join(', ')}\n`);
  process.exit(1);
}

await setUp('test:types');
orExit(await step('compilers', installCompilers));
// The checks install without the network.
const { folder, offline: tarballs } = await packAll();
const project = join(folder, 'project');
orExit(await step('packages', installPackages));

const failures = [];
for (const typescript of typescripts) {
  const own = combinations.filter((combination) => combination.typescript === typescript);
  if (own.length === 0) continue;
  await step(`TypeScript ${typescript}`, async () => {
    const outputs = (await inParallel(own, check)).filter((output) => output !== '');
    failures.push(...outputs);
    if (outputs.length > 0) throw new StepFailure(`${outputs.length} failed`, outputs.join('\n\n'));
    return `${plural(own.length, 'combination')} with @types/node ${nodes.join(', ')}`;
  });
}
rmSync(folder, { recursive: true });

conclude('Types', { passed: combinations.length - failures.length, failed: failures.length });

function versions() {
  const { dependencies } = JSON.parse(readFileSync(join(tools, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies);
  const of = (/** @type {string} */ prefix) =>
    names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const libraries = names.filter((name) => !/^(?:typescript|node-types)-/.test(name));
  return { typescripts: of('typescript-'), nodes: of('node-types-'), libraries };
}

/**
 * All combinations. The sample has every module kind with the oldest and the newest TypeScript, every `@types/node` with the
 * newest, which is the fastest, and one combination for each of the others.
 *
 * @param {boolean} isSample
 * @returns {Combination[]}
 */
function chosen(isSample) {
  return typescripts.flatMap((typescript, index) => {
    const isNewest = index === typescripts.length - 1;
    const supported = MODULES.filter(({ name }) => name !== 'node10' || Number(typescript) < 7);
    return supported.flatMap((modules, place) =>
      nodes
        .filter((_, column) => {
          if (!isSample) return true;
          const isOne = column === (index + place) % nodes.length;
          if (index === 0) return isOne;
          return isNewest
            ? isOne || modules.name === 'nodenext'
            : isOne && place === index % supported.length;
        })
        .map((types) => ({ typescript, types, modules })),
    );
  });
}

function installCompilers() {
  const needed = [...typescripts.map((version) => `typescript-${version}`), ...libraries];
  return installLocked(
    tools,
    needed.map((name) => join(tools, 'node_modules', name)),
  );
}

async function installPackages() {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await npm(['install', '--offline', ...tarballs.values()], project);
  cpSync(join(tools, 'programs'), project, { recursive: true });
  const installed = publicPackages(readWorkspace()).filter(({ name }) => tarballs.has(name));
  const names = installed.flatMap((pkg) =>
    packageEntries(pkg.folder, pkg.manifest).map(({ subpath }) => pkg.name + subpath.slice(1)),
  );
  const others = names.filter((name) => name !== '@nextpress/core/register');
  const lines = (/** @type {(name: string) => string} */ from) =>
    others.map((name, index) => `import entry${index} ${from(name)};\nvoid entry${index};\n`).join('');
  writeFileSync(
    join(project, 'entries.cts'),
    lines((name) => `= require('${name}')`),
  );
  writeFileSync(
    join(project, 'entries.mts'),
    lines((name) => `from '${name}'`).replaceAll('import ', 'import * as '),
  );
  for (const version of nodes) {
    mkdirSync(join(folder, `types-${version}`));
    symlinkSync(
      join(tools, `node_modules/node-types-${version}`),
      join(folder, `types-${version}/node`),
      'junction',
    );
  }
  installLibraries();
  return plural(tarballs.size, 'package');
}

/** Makes a second project that also has the libraries. */
function installLibraries() {
  const second = join(project, LIBRARIES);
  cpSync(join(project, 'node_modules'), join(second, 'node_modules'), { recursive: true });
  for (const file of MODULES.flatMap(({ folder, files }) => (folder === LIBRARIES ? files : [])))
    cpSync(join(project, file), join(second, file));
  for (const name of libraries) {
    const link = join(second, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(tools, 'node_modules', name), link, 'junction');
  }
}

/** The errors of the compiler, or an empty string. @param {Combination} combination */
async function check({ typescript, types, modules }) {
  const config = join(project, modules.folder ?? '', `tsconfig-${typescript}-${types}-${modules.name}.json`);
  const compilerOptions = {
    ...{ target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: false, types: ['node'], typeRoots: [join(folder, `types-${types}`)] },
    ...modules.options,
    ...(typescript === '6.0' && modules.name === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: modules.files }));
  const manifest = join(tools, 'node_modules', `typescript-${typescript}`, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { code, output } = await capture(process.execPath, [join(manifest, '..', bin.tsc), '-p', config]);
  return code === 0
    ? ''
    : `TypeScript ${typescript}, @types/node ${types}, ${modules.name}:\n${output.trim()}`;
}
