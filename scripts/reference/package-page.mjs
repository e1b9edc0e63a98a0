/** @module The page of a package. */
import { readWorkspace } from '../workspace.mjs';
import { anchorOf, block, code, heading, pageText } from './markdown.mjs';
import { optionsOf, parametersOf, renderExport } from './render.mjs';
import { PACKAGES } from './subjects.mjs';
import { documentationOf } from './tsdoc.mjs';

/** Modules that only other packages of Nextpress import, and the internal modules of Express that packages on npm read. */
const BETWEEN_PACKAGES = /^@nextpress\/(?:server|static)\/express$|^@nextpress\/dev\/|\/lib\//;

/** @param {string} name */
export function pathOfPackage(name) {
  return `packages/${name.replace('@nextpress/', '')}`;
}

/**
 * What a package exports: on its page, and on the pages of the packages that it comes from.
 *
 * @param {import('./program.mjs').Source} source
 * @param {string} name
 * @param {ReadonlySet<unknown>} shown
 */
export function packageExports({ checker, entries }, name, shown) {
  const whole = new Set(entries.find(({ specifier }) => specifier === 'nextpress')?.exports.values());
  const all = entries
    .filter((entry) => entry.package === name && !BETWEEN_PACKAGES.test(entry.specifier))
    .flatMap((entry) =>
      [...entry.exports].map(([each, symbol]) => ({
        name: each === 'default' ? symbol.name : each,
        symbol,
        specifier: entry.specifier,
        isValue: isValue(symbol),
        home: homeOf(symbol),
        isInWhole: whole.has(symbol),
      })),
    )
    .filter(({ name: each }) => each !== 'module.exports')
    .filter(({ symbol }, index, list) => list.findIndex((other) => other.symbol === symbol) === index);
  const isForeign = (/** @type {{ home: string }} */ { home }) => home !== name && PACKAGES.includes(home);
  const own = all.filter((each) => !shown.has(each.symbol) && !isForeign(each));
  return {
    name,
    exports: withAnchors(inReadingOrder(checker, name, own)),
    foreign: all.filter((each) => shown.has(each.symbol) || isForeign(each)).map((each) => each.name),
    description: descriptionOf(name),
    umbrella: all.filter((each) => each.isValue && each.isInWhole).map((each) => each.name),
  };
}

/** The package in which a symbol is declared. @param {import('typescript-5').Symbol} symbol */
function homeOf({ declarations = [] }) {
  const path = declarations[0]?.getSourceFile().fileName ?? '';
  const folder = /packages\/([\w-]+)\/src\//.exec(path)?.[1] ?? '';
  return folder === 'create-nextpress' ? folder : `@nextpress/${folder}`;
}

/**
 * Anchors are in lower case, so a type may have the name of a function.
 *
 * @template {{ name: string }} Export
 * @param {readonly Export[]} exports
 */
function withAnchors(exports) {
  /** @type {Set<string>} */
  const used = new Set();
  return exports.map((each) => {
    let anchor = anchorOf(each.name);
    while (used.has(anchor)) anchor += '-type';
    used.add(anchor);
    return { ...each, anchor };
  });
}

/** @param {import('typescript-5').Symbol} symbol */
function isValue(symbol) {
  return symbol.valueDeclaration !== undefined;
}

/** @param {string} name */
export function descriptionOf(name) {
  return readWorkspace().find((pkg) => pkg.name === name)?.manifest.description ?? '';
}

/** @param {Pick<import('./render.mjs').Context, 'checker' | 'links'>} base @param {ReturnType<typeof packageExports>} pkg */
export function packagePage(base, { name, description, exports, foreign, umbrella }) {
  const tables = new Map(exports.map((each) => [each.symbol, `#${each.anchor}`]));
  const context = { ...base, tables, shown: new Map(), path: pathOfPackage(name), from: name };
  const blocks = exports.flatMap((each) => renderExport(context, each.symbol, each, 2));
  const text = pageText(name, description, [
    installText(name, umbrella),
    ...blocks,
    foreignText(context, foreign),
  ]);
  return fromFolder(text.replaceAll(`](${pathOfPackage(name)}.md#`, '](#'));
}

/** What is documented on other pages. @param {import('./render.mjs').Context} context @param {readonly string[]} names */
function foreignText({ links, from }, names) {
  if (names.length === 0) return '';
  const list = names.map((name) => links.link(from, name)).join(', ');
  return `${heading(2, 'On other pages')}\n\nThe package also exports ${list}.`;
}

/** How to get a package. @param {string} name @param {readonly string[]} umbrella What `nextpress` exports of it. */
function installText(name, umbrella) {
  if (name === 'create-nextpress') return '';
  const install = block(`npm install ${name}`, 'sh');
  if (umbrella.length === 0) return install;
  return `${install}\n\nThe package \`nextpress\` contains it and exports ${umbrella.map(code).join(', ')}.`;
}

/** The links of a page in a folder: they are written from the folder of the reference. @param {string} text */
function fromFolder(text) {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\]\((?!https?:|#)/g, '](../')))
    .join('');
}

/**
 * Functions and classes, those that applications use first, each followed by its options; then other types.
 *
 * @template {{ name: string, symbol: import('typescript-5').Symbol, isValue: boolean, isInWhole: boolean }} Export
 * @param {import('typescript-5').TypeChecker} checker
 * @param {string} packageName
 * @param {readonly Export[]} exports
 */
function inReadingOrder(checker, packageName, exports) {
  const main = packageName.replace(/^.*\/|-/g, '');
  const rank = (/** @type {Export} */ { name, symbol, isInWhole }) => {
    if (name.toLowerCase() === main) return 0;
    if (isInWhole) return 1;
    return documentationOf(symbol.declarations ?? []).examples.length > 0 ? 2 : 3;
  };
  const values = exports.filter(({ isValue }) => isValue).sort((one, other) => rank(one) - rank(other));
  const ordered = values.flatMap((each) => {
    const options = optionsOf(checker, parametersOf(each.symbol));
    return [each, ...options.flatMap((symbol) => exports.filter((other) => other.symbol === symbol))];
  });
  return [...new Set([...ordered, ...exports])];
}
