// `node ../../scripts/bundle.mjs`, the second half of a package's `build`: bundles each entry of `exports`, because finding and
// linking a hundred modules takes longer than running them. Node loads CommonJS, for `import` through a small ES module;
// bundlers find ES modules in `dist/es`. Other packages stay imports, except for `@nextpress-internal/internals`, which is not
// published; entries share code in `shared`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { PRIVATE, writeDeclarations } from './declarations.mjs';
import { escapeNonAscii } from './escape-non-ascii.mjs';
import { nameOf, packageEntries } from './package-entries.mjs';
import { captureTimers, requireBuiltins } from './require-builtins.mjs';

/** The export that `require` returns instead of an object of all exports. */
const WHOLE = 'module.exports';
/** Output of tsc, one file per source, for benchmarks of parts; not published. */
const MODULES = 'modules';
/**
 * Packages import modules of this one from its main entry: that is one file for all of them, and one copy. Its main entry
 * shares no file with its other entries, so that it stays one file, and so that they stay small.
 */
const SEMANTICS = '@nextpress/semantics';

const folder = process.cwd();
const dist = join(folder, 'dist');
/** @type {import('./workspace.mjs').Manifest} */
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const entries = packageEntries(folder, manifest);
const sources = Object.fromEntries(entries.map(({ name, source }) => [name, source]));
const commands = Object.fromEntries(
  Object.values(manifest.bin ?? {}).map((built) => [nameOf(built), `./src/${nameOf(built)}.ts`]),
);
const { index = '', ...others } = sources;
const inputs = manifest.name === SEMANTICS ? [{ index }, others] : [sources];
/** @type {string[]} */
const written = [];
for (const input of inputs) {
  written.push(...(await bundle(input, 'es', join(dist, 'es'))), ...(await bundle(input, 'cjs', dist)));
}
if (Object.keys(commands).length > 0) written.push(...(await bundle(commands, 'es', dist)));
for (const { subpath, built } of entries) writeFolder(subpath, built);
removeOthers(
  new Set([
    ...written,
    ...writeDeclarations({ modules: join(dist, MODULES), dist, entries: Object.keys(sources) }),
  ]),
);

const templates = join(folder, 'templates');
if (existsSync(templates)) {
  const { writeJavaScript, writeVersions } = await import('./template-sources.mjs');
  const { devDependencies = {} } = manifest;
  writeJavaScript({ templates, output: join(dist, 'javascript') });
  writeVersions({ devDependencies, output: join(dist, 'versions.json') });
}

/**
 * @param {Record<string, string>} input Sources by the names of their built files.
 * @param {'es' | 'cjs'} format
 * @param {string} dir
 * @returns {Promise<string[]>} The paths of the files.
 */
async function bundle(input, format, dir) {
  const bundled = await rolldown({
    cwd: folder,
    input,
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !id.startsWith(folder) && !id.startsWith(PRIVATE),
    resolve: { conditionNames: ['@nextpress/source', 'import'] },
    // Imported modules run, as they do without a bundle.
    treeshake: { moduleSideEffects: true },
    transform: { target: 'node20.19' },
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  const extension = format === 'es' ? 'js' : 'cjs';
  const { output } = await bundled.write({
    dir,
    format,
    // Avoids a warning about a default export next to named ones.
    exports: format === 'es' ? 'auto' : 'named',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared/[name].${extension}`,
    // Node runs CommonJS; maps for bundlers would double the size of the package.
    sourcemap: format === 'cjs',
    // Sources are published.
    sourcemapExcludeSources: true,
    // V8 would scan comments at every start; the types and the sources have them.
    comments: false,
    plugins: [format === 'es' ? requireBuiltins : captureTimers],
    minifyInternalExports: false,
    footer: ({ exports }) =>
      format === 'cjs' && exports.includes(WHOLE) ? `module.exports = exports["${WHOLE}"];` : '',
    // Jest 26 knows builtins without their prefix only.
    paths: (id) =>
      id.startsWith(`${SEMANTICS}/`) ? SEMANTICS : format === 'cjs' ? id.replace(/^node:/, '') : id,
  });
  await bundled.close();
  const files = output.map(({ fileName }) => join(dir, fileName));
  for (const part of output) {
    if (part.type !== 'chunk') continue;
    const path = join(dir, part.fileName);
    // Not in a plugin: Rolldown prints each chunk again after its plugins.
    writeFileSync(path, escapeNonAscii(readFileSync(path, 'utf8')));
    if (format === 'es' || !part.isEntry) continue;
    const wrapper = path.replace(/cjs$/, 'js');
    writeFileSync(wrapper, wrapperOf(basename(path), part.exports));
    files.push(wrapper);
  }
  return files;
}

/** An ES module with the exports of a CommonJS one. @param {string} file @param {readonly string[]} exports */
function wrapperOf(file, exports) {
  const lines = [`import whole from "./${file}";`];
  const names = exports.filter((name) => name !== 'default' && name !== WHOLE);
  if (exports.includes('default'))
    lines.push(`export default whole${exports.includes(WHOLE) ? '' : '.default'};`);
  // Renamed, because exports can be reserved words.
  const list = (/** @type {(name: string) => string} */ print) => `{ ${names.map(print).join(', ')} }`;
  if (names.length > 0) lines.push(`const ${list((name) => `${name}: $${name}`)} = whole;`);
  if (names.length > 0) lines.push(`export ${list((name) => `$${name} as ${name}`)};`);
  return `${lines.join('\n')}\n`;
}

/** Lets tools that ignore `exports`, such as Jest 27, find an entry by its path. @param {string} subpath @param {string} built */
function writeFolder(subpath, built) {
  if (subpath === '.') return;
  const path = relative(join(folder, subpath), join(folder, built.replace(/js$/, ''))).replaceAll(sep, '/');
  const text = JSON.stringify({ main: `${path}cjs`, types: `${path}d.cts` });
  mkdirSync(join(folder, subpath), { recursive: true });
  writeFileSync(join(folder, subpath, 'package.json'), `${text}\n`);
}

/** Deletes files of earlier builds, which would be published. @param {ReadonlySet<string>} files */
function removeOthers(files) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isModule = relative(dist, path).startsWith(MODULES + sep);
    if (!isModule && /\.(?:c?js|d\.c?ts)(?:\.map)?$/.test(path) && !files.has(path)) rmSync(path);
  }
}
