import { basename } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';

/** The pages whose tables list the folders of a package. */
const PAGES = { 'fast-lane': 'docs/internals.md', server: 'docs/request-pipeline.md' };

/**
 * The folders of the sources of other packages. Each imports only from those before it. A file is listed if it imports folders, and folders
 * import it.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const FOLDERS = {
  cluster: ['internal', 'internal/primary', 'internal/worker'],
  core: ['internal', 'internal/request', 'internal/response'],
  dev: ['internal/error', 'internal/front', 'internal', 'internal/app'],
  express: ['internal', 'express.ts', 'lib/middleware', 'lib/router', 'lib'],
  nextpress: ['trial', 'dev', 'openapi', 'inspect', 'check'],
  openapi: ['schemas', 'paths', 'operations'],
  router: [
    ...['internal', 'internal/regexp', 'internal/pattern', 'internal/tree'],
    ...['create-matcher.ts', 'internal/express'],
  ],
  static: ['path-segments.ts', 'options', 'disk', 'response'],
  validate: ['json-schema', 'standard-schema.ts', 'compile-schema.ts', 'route'],
};

/** @typedef {{ path: string, folders: readonly string[] }} Order The folders of a package. */

/**
 * A package imports only packages of lower levels, and a folder only the folders before it, types included.
 *
 * @param {readonly import('../workspace.mjs').Package[]} workspace
 * @param {readonly Order[]} [orders]
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function checkImports(
  workspace,
  orders = publicPackages(workspace).map(({ path }) => ({ path, folders: foldersOf(path) })),
) {
  const packages = publicPackages(workspace);
  const { output } = await cruise(
    packages.flatMap(({ path }) => [`${path}/src`, `${path}/test`]),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...levelRules(packages), ...orders.flatMap(folderRules)] },
      tsPreCompilationDeps: true,
      includeOnly: '^packages/[^/]+/(?:src|test)/',
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['@nextpress/source'],
        extensions: ['.ts'],
      },
    },
  );
  if (typeof output === 'string') throw new TypeError(output);
  const { violations, totalCruised } = output.summary;
  const forbidden = violations.map(({ from, to, rule }) => ({
    where: from,
    problem: `imports ${to}: expected ${rule.name}`,
    remedy: 'move what both need to where both may import it, or pass it in',
  }));
  return {
    facts: `${plural(totalCruised, 'file')} import only what is below`,
    problems: [...orders.flatMap(unlistedFolders), ...forbidden],
  };
}

/** @param {string} path Of the package. */
function foldersOf(path) {
  const name = basename(path);
  const page = /** @type {Record<string, string>} */ (PAGES)[name];
  if (page === undefined) return FOLDERS[name] ?? [];
  const [, table = ''] = readText(page).split('| folder |');
  return [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, folder = '']) => folder);
}

/** @param {Order} order @returns {import('./finding.mjs').Problem[]} */
function unlistedFolders({ path, folders }) {
  const found = new Set(
    filesIn(`${path}/src`, /\.ts$/)
      .map((file) => file.slice(`${path}/src/`.length))
      .flatMap(folderOf),
  );
  const unlisted = [...found].filter((folder) => found.size > 1 && !folders.includes(folder));
  const gone = folders.filter((folder) => !folder.endsWith('.ts') && !found.has(folder));
  const list = /** @type {Record<string, string>} */ (PAGES)[basename(path)] ?? 'scripts/check/imports.mjs';
  return [
    ...unlisted.map((folder) => ({
      where: `${path}/src/${folder}`,
      problem: 'is not in the list of folders',
      remedy: `add it to ${list}, below the folders that it imports`,
    })),
    ...gone.map((folder) => ({
      where: list,
      problem: `lists ${folder}, but ${path}/src/${folder} has no sources`,
      remedy: 'remove it',
    })),
  ];
}

/** @param {string} file From the sources of a package. */
function folderOf(file) {
  const end = file.lastIndexOf('/');
  return end === -1 ? [] : [file.slice(0, end)];
}

/** @param {Order} order */
function folderRules({ path, folders }) {
  return folders.slice(0, -1).map((folder, index) => ({
    name: `only folders that the list has before ${folder}`,
    severity: /** @type {const} */ ('error'),
    from: { path: patternOf(path, folder) },
    to: { path: folders.slice(index + 1).map((later) => patternOf(path, later)) },
  }));
}

/** @param {string} path @param {string} folder */
function patternOf(path, folder) {
  return folder.endsWith('.ts') ? `^${path}/src/${folder}$` : `^${path}/src/${folder}/[^/]+$`;
}

/** @param {readonly import('../workspace.mjs').Package[]} packages */
function levelRules(packages) {
  const levels = new Map(
    packages.map(({ path, manifest }) => [basename(path), manifest.nextpress?.floor ?? 0]),
  );
  return [...levels].flatMap(([name, level]) => {
    const others = [...levels].filter(([other, floor]) => other !== name && floor >= level);
    if (others.length === 0) return [];
    return {
      name: `only packages below level ${level}`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/${name}/` },
      to: { path: others.map(([other]) => `^packages/${other}/`) },
    };
  });
}
