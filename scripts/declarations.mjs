// Types for `import` and for `require`: declared once, in `.d.cts` files, and re-exported by the `.d.ts` of each entry. With two
// copies, a CommonJS library and an application in ES modules could not pass each other a `Request`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** Packages of the workspace that are not published. Code of them is bundled; their types cannot be published. */
export const PRIVATE = '@nextpress-internal/';

const RELATIVE = /(?<=(?:from |(?:import|require)\()['"])(\.{1,2}\/[^'"]+)\.[jt]s(?=['"])/g;
const PRIVATE_IMPORT = new RegExp(`['"](${PRIVATE}[^'"]+)['"]`);
/** Next to `module.exports`, which has the same names. */
const EXPORT_ALL = /^export (?:type )?\* from ['"][^'"]+['"];\n/gm;
const EXPORT_LIST = /^export (?<type>type )?\{(?<list>[^}]*)\}(?: from ['"](?<from>[^'"]+)['"])?;\n?/gm;

/**
 * Writes the published declarations from those that tsc has emitted.
 *
 * @param {{ modules: string, dist: string, entries: readonly string[] }} paths The output folder of tsc, the published folder, and
 *   the entries in it, without an extension.
 * @returns {string[]} The paths of the files.
 */
export function writeDeclarations({ modules, dist, entries }) {
  /** @type {string[]} */
  const written = [];
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    const file = join(dist, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written.push(file);
  };
  // Types that no entry imports, even through others, are not published. Names are added during the iteration.
  const names = new Set(entries);
  for (const name of names) {
    const emitted = readFileSync(join(modules, `${name}.d.ts`), 'utf8');
    const unpublished = PRIVATE_IMPORT.exec(emitted)?.[1];
    if (unpublished !== undefined)
      throw new Error(`Invalid type in ${name}.ts: expected published types, got one of ${unpublished}`);
    for (const [, specifier = ''] of emitted.matchAll(RELATIVE))
      names.add(posix.join(dirname(name), specifier));
    write(`${name}.d.cts`, commonJsTypes(emitted));
    if (entries.includes(name)) write(`${name}.d.ts`, moduleTypes(emitted, `./${basename(name)}.cjs`));
  }
  return written;
}

/** @param {string} text Output of tsc for an ES module. */
export function commonJsTypes(text) {
  const whole = wholeOf(text);
  const lists = whole === undefined ? text : text.replace(EXPORT_ALL, '');
  const other = whole && /^export (?!(?:type )?\{).*/m.exec(lists)?.[0];
  if (other) throw new Error(`Invalid export next to 'module.exports': expected a list, got ${other}`);
  const types = whole === undefined ? text : lists.replace(EXPORT_LIST, '') + assigned(whole);
  return types.replace(RELATIVE, '$1.cjs');
}

/** @param {string} text Output of tsc for an entry. @param {string} types The specifier of its `.d.cts`. */
export function moduleTypes(text, types) {
  if (wholeOf(text) === undefined) return `export * from '${types}';\n`;
  const lines = [`import whole from '${types}';`, 'export default whole;'];
  for (const [all] of text.matchAll(EXPORT_ALL)) lines.push(all.trim().replace(RELATIVE, '$1.cjs'));
  for (const { groups } of text.matchAll(EXPORT_LIST)) {
    const names = namesIn(groups?.list).filter((name) => name !== 'default' && !name.startsWith("'"));
    if (names.length > 0) lines.push(`export ${groups?.type ?? ''}{ ${names.join(', ')} } from '${types}';`);
  }
  return `${lines.join('\n')}\n`;
}

/** The value of `module.exports`, if it is not the object of all exports. @param {string} text */
function wholeOf(text) {
  for (const { groups } of text.matchAll(EXPORT_LIST)) {
    const local = /(\w+) as ['"]module\.exports['"]/.exec(groups?.list ?? '')?.[1];
    if (local !== undefined) return { local, from: groups?.from };
  }
  return undefined;
}

/** @param {{ local: string, from: string | undefined }} whole */
function assigned({ local, from }) {
  if (from === undefined) return `export = ${local};\n`;
  return `import whole = require('${from}');\nexport = whole${local === 'default' ? '' : `.${local}`};\n`;
}

/** The exported names of a list. @param {string} [list] */
function namesIn(list = '') {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^.* as /, ''))
    .filter((name) => name !== '');
}
