// `node ../../scripts/bundle.mjs`, the second half of a package's `build`: makes one file of all that an entry of
// `exports` imports from its own package, since finding and linking a hundred modules takes longer than running them.
// Other packages stay imports, but for the many small modules of `@nextpress/semantics`: each package gets those it uses.
// What several entries share is in `dist/shared`.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { escapeNonAscii } from './escape-non-ascii.mjs';
import { requireBuiltins } from './require-builtins.mjs';

/** What tsc makes, file by file; for the ablation and for benches of parts, and not published. */
const MODULES = 'modules';
/** Functions and a class that knows its copies: one in each package that uses them is theirs. The table of types is too large for that. */
const INLINED = /^@nextpress\/semantics\/(?!content-type$)/;

const folder = process.cwd();
const dist = join(folder, 'dist');
const bundle = await rolldown({
  cwd: folder,
  input: entriesOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))),
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !id.startsWith(folder) && !INLINED.test(id),
  resolve: { conditionNames: ['@nextpress/source', 'import'] },
  // As it is without a bundle: whatever is imported runs.
  treeshake: { moduleSideEffects: true },
  transform: { target: 'node20.19' },
  onLog(_level, { message }) {
    throw new Error(message);
  },
});
const { output } = await bundle.write({
  dir: dist,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  sourcemap: true,
  // Sources are published.
  sourcemapExcludeSources: true,
  // They are in the types and the sources; V8 would read over them at every start.
  comments: false,
  plugins: [requireBuiltins],
  minifyInternalExports: false,
});
await bundle.close();
for (const { type, fileName } of output) {
  const path = join(dist, fileName);
  // Not in a plugin: Rolldown prints a chunk once more behind them.
  if (type === 'chunk') writeFileSync(path, escapeNonAscii(readFileSync(path, 'utf8')));
}
removeOthers(new Set(output.map(({ fileName }) => join(dist, fileName))));

/**
 * The sources of the entries and of the commands, by the names of their built files.
 *
 * @param {import('./workspace.mjs').Manifest} manifest
 * @returns {Record<string, string>}
 */
function entriesOf({ exports = {}, bin = {} }) {
  const entries = Object.values(exports).flatMap((target) => {
    if (typeof target === 'string') return [];
    const { '@nextpress/source': source, default: built } = target;
    const name = nameOf(built);
    if (name === undefined || source !== `./src/${name}.ts`) {
      throw new Error(`an entry leads to ${source} and ${built}: write ./src/x.ts and ./dist/x.js`);
    }
    return [[name, source]];
  });
  const commands = Object.values(bin).map((built) => [nameOf(built), `./src/${nameOf(built)}.ts`]);
  return Object.fromEntries([...entries, ...commands]);
}

/** @param {string | undefined} built */
function nameOf(built) {
  return /^\.\/dist\/(.+)\.js$/.exec(built ?? '')?.[1];
}

/** What earlier builds have left would be published. @param {ReadonlySet<string>} files */
function removeOthers(files) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isModule = relative(dist, path).startsWith(MODULES + sep);
    if (!isModule && /\.js(\.map)?$/.test(path) && !files.has(path)) rmSync(path);
  }
}
