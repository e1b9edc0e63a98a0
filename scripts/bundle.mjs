// `node ../../scripts/bundle.mjs`, the second half of a package's `build`: bundles each entry of `exports`, as an ES module
// and for CommonJS, because finding and linking a hundred modules takes longer than running them. Other packages stay
// imports, except for `@nextpress-internal/internals`, which is not published; code that entries share is in `dist/shared`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { PRIVATE, writeDeclarations } from './declarations.mjs';
import { escapeNonAscii } from './escape-non-ascii.mjs';
import { nameOf, packageEntries } from './package-entries.mjs';
import { captureTimers, requireBuiltins } from './require-builtins.mjs';

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
  written.push(...(await bundle({ ...input, ...commands }, 'es')), ...(await bundle(input, 'cjs')));
}
for (const { subpath, name } of entries) if (subpath !== '.') writeFolder(subpath, name);
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
 * @returns {Promise<string[]>} The paths of the files.
 */
async function bundle(input, format) {
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
    dir: dist,
    format,
    // Avoids a warning about a default export next to named ones.
    exports: format === 'es' ? 'auto' : 'named',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared/[name].${extension}`,
    // No source maps: the output is not minified and keeps names, so stack traces and debuggers show readable code.
    // V8 would scan comments at every start; the types have them.
    comments: false,
    plugins: [format === 'es' ? requireBuiltins : captureTimers],
    minifyInternalExports: false,
    paths: (id) => (id.startsWith(`${SEMANTICS}/`) ? SEMANTICS : id),
  });
  await bundled.close();
  for (const part of output) {
    if (part.type !== 'chunk') continue;
    const path = join(dist, part.fileName);
    // Not in a plugin: Rolldown prints each chunk again after its plugins.
    const text = escapeNonAscii(readFileSync(path, 'utf8'));
    const isWhole = format === 'cjs' && part.exports.includes('module.exports');
    writeFileSync(path, isWhole ? `${text}module.exports = exports["module.exports"];\n` : text);
  }
  return output.map(({ fileName }) => join(dist, fileName));
}

/** Lets tools that ignore `exports`, such as Jest 27, find an entry by its path. @param {string} subpath @param {string} name */
function writeFolder(subpath, name) {
  const built = relative(join(folder, subpath), join(dist, name)).replaceAll(sep, '/');
  mkdirSync(join(folder, subpath), { recursive: true });
  const text = JSON.stringify({ main: `${built}.cjs`, types: `${built}.d.cts` });
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
