/** @module All pages of the reference. */
import { documentedCodes } from '../error-codes.mjs';
import { readWorkspace } from '../workspace.mjs';
import { commandsPage } from './commands.mjs';
import { addressIn, Links } from './links.mjs';
import { anchorOf, block, code, heading, table } from './markdown.mjs';
import { membersOf } from './members.mjs';
import { readSource } from './program.mjs';
import { memberTitle, optionsOf, parametersOf, renderExport, renderMember } from './render.mjs';
import { PACKAGES, SUBJECTS } from './subjects.mjs';

/**
 * @typedef {import('./subjects.mjs').Subject} Subject
 * @typedef {import('./subjects.mjs').Part} Part
 * @typedef {import('./members.mjs').Member} Member
 *
 * @typedef {object} Page
 * @property {string} path Without `.md`.
 * @property {string} title
 */

const SERVER = '@nextpress/server';

/** How to read the examples of the sources. */
const EXAMPLES =
  'In examples without imports, `app` is `createServer()`. A comment such as `// GET /users/7 => 200 {"id":"7"}` is a request and its response. All of them are executed.';

/** Modules that only other packages of Nextpress import, and the internal modules of Express that packages on npm read. */
const BETWEEN_PACKAGES = /^@nextpress\/(?:server|static)\/express$|\/lib\//;

/** The pages in the order of the sidebar. @returns {Page[]} */
export function listPages() {
  return [
    { path: 'index', title: 'Reference' },
    ...SUBJECTS.map(({ path, title }) => ({ path, title })),
    { path: 'commands', title: 'Commands' },
    ...PACKAGES.map((name) => ({ path: pathOfPackage(name), title: name })),
  ];
}

/** The text of each page by its path. @returns {Promise<Map<string, string>>} */
export async function makePages(source = readSource()) {
  const links = new Links();
  /** @param {string} name @param {string} specifier */
  const exported = (name, specifier) => {
    const symbol = source.entries.find((entry) => entry.specifier === specifier)?.exports.get(name);
    if (symbol === undefined)
      throw new Error(`No export ${name} in ${specifier}: correct scripts/reference/subjects.mjs`);
    return symbol;
  };
  const shown = new Set();
  for (const { path, parts } of SUBJECTS) {
    for (const { name, from = SERVER, receiver } of parts) {
      const symbol = exported(name, from);
      shown.add(symbol);
      if (receiver === undefined) links.add(packageOf(from), name, addressIn(path, name));
      else {
        links.add(packageOf(from), name, `${path}.md`);
        for (const member of membersOf(source.checker, symbol)) {
          links.add(
            packageOf(from),
            `${name}.${member.name}`,
            addressIn(path, memberTitle(receiver, member.name)),
          );
        }
      }
    }
  }
  const packages = PACKAGES.map((name) => packageExports(source, name, shown));
  for (const { name, exports } of packages) {
    for (const each of exports) links.add(name, each.name, `${pathOfPackage(name)}.md#${each.anchor}`);
  }
  const context = { checker: source.checker, links };
  return new Map([
    ['index', indexPage()],
    ...SUBJECTS.map(
      (subject) => /** @type {const} */ ([subject.path, subjectPage(context, subject, exported)]),
    ),
    ['commands', await commandsPage()],
    ...packages.map((pkg) => /** @type {const} */ ([pathOfPackage(pkg.name), packagePage(context, pkg)])),
  ]);
}

/** @param {string} name */
function pathOfPackage(name) {
  return `packages/${name.replace('@nextpress/', '')}`;
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * @param {Pick<import('./render.mjs').Context, 'checker' | 'links'>} base
 * @param {Subject} subject
 * @param {(name: string, specifier: string) => import('typescript-5').Symbol} exported
 */
function subjectPage(base, { path, title, text, parts }, exported) {
  const tables = new Map(
    parts
      .filter(({ receiver }) => receiver === undefined)
      .map(({ name, from = SERVER }) => [exported(name, from), `#${anchorOf(name)}`]),
  );
  const shown = new Map();
  const blocks = parts.flatMap((part) => {
    const context = { ...base, tables, shown, from: packageOf(part.from ?? SERVER) };
    const symbol = exported(part.name, part.from ?? SERVER);
    return part.receiver === undefined
      ? renderExport(context, symbol, { name: part.name }, 2)
      : memberSections(context, part, symbol);
  });
  const extra = path === 'errors' ? codesTable() : path === 'options' ? settingsTable(base, exported) : [];
  return pageText(title, text, [EXAMPLES, ...blocks, ...extra]).replaceAll(`](${path}.md#`, '](#');
}

/** @param {import('./render.mjs').Context} context @param {Part} part @param {import('typescript-5').Symbol} symbol */
function memberSections(
  context,
  { receiver = '', groups = [], likeApplication = '', node, hasMethods },
  symbol,
) {
  const members = membersOf(context.checker, symbol);
  const linked = likeApplication.split(' ').filter((name) => name !== '');
  const sections = groups.map(([title, names]) => ({
    title,
    members: names.flatMap((name) => members.filter((member) => isNamed(member, name))),
  }));
  const placed = new Set(sections.flatMap((section) => section.members));
  const others = members.filter((member) => !placed.has(member) && !linked.includes(member.name));
  // Scopes have the functions of applications, which are documented there.
  if (others.length > 0 && receiver !== 'scope.') sections.push({ title: 'Others', members: others });
  return [
    ...(node === undefined ? [] : [`Inherited from ${node}.`]),
    ...(linked.length === 0
      ? []
      : [heading(2, `Functions of a ${receiver.slice(0, -1)}`), likeApplicationText(receiver, linked)]),
    ...sections.flatMap((section) => [
      heading(2, section.title),
      ...section.members.flatMap((member) => renderMember(context, member, receiver, 3)),
    ]),
    ...(hasMethods === true ? otherMethods(context.checker, receiver, symbol) : []),
  ];
}

/** @param {string} receiver @param {readonly string[]} names */
function likeApplicationText(receiver, names) {
  const list = names.map((name) => `[\`${receiver}${name}\`](${addressIn('application', `app.${name}`)})`);
  return `Documented with applications${receiver === 'route.' ? ', here without the path' : ''}: ${list.join(', ')}.`;
}

/** @param {Member} member @param {string} name */
function isNamed(member, name) {
  return name.startsWith('__@') ? member.name.startsWith(name) : member.name === name;
}

/** The functions that a mapped type declares, and nothing else. @param {import('typescript-5').TypeChecker} checker @param {string} receiver @param {import('typescript-5').Symbol} symbol */
function otherMethods(checker, receiver, symbol) {
  const names = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ declarations = [] }) => declarations.length === 0)
    .map(({ name }) => code(name));
  return [
    heading(2, `${receiver}METHOD`),
    `Every other method of HTTP has a function in lower case, with the signatures of ${code(`${receiver}post`)}: ${names.join(', ')}.`,
  ];
}

/**
 * What a package exports: on its page, and on the pages of the packages that it comes from.
 *
 * @param {import('./program.mjs').Source} source
 * @param {string} name
 * @param {ReadonlySet<unknown>} shown
 */
function packageExports({ entries }, name, shown) {
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
      })),
    )
    .filter(({ name: each }) => each !== 'module.exports')
    .filter(({ symbol }, index, list) => list.findIndex((other) => other.symbol === symbol) === index);
  const isForeign = (/** @type {{ home: string }} */ { home }) => home !== name && PACKAGES.includes(home);
  return {
    name,
    exports: withAnchors(all.filter((each) => !shown.has(each.symbol) && !isForeign(each))),
    foreign: all.filter((each) => shown.has(each.symbol) || isForeign(each)).map((each) => each.name),
    description: descriptionOf(name),
    umbrella: all.filter((each) => each.isValue && whole.has(each.symbol)).map((each) => each.name),
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

/** @param {string} name */
function descriptionOf(name) {
  return readWorkspace().find((pkg) => pkg.name === name)?.manifest.description ?? '';
}

/** @param {import('typescript-5').Symbol} symbol */
function isValue(symbol) {
  return symbol.valueDeclaration !== undefined;
}

/** @param {Pick<import('./render.mjs').Context, 'checker' | 'links'>} base @param {ReturnType<typeof packageExports>} pkg */
function packagePage(base, { name, description, exports, foreign, umbrella }) {
  const tables = new Map(exports.map((each) => [each.symbol, `#${each.anchor}`]));
  const context = { ...base, tables, shown: new Map(), from: name };
  const blocks = inReadingOrder(base.checker, name.replace(/-/g, ''), exports).flatMap((each) =>
    renderExport(context, each.symbol, each, 2),
  );
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
 * Functions and classes, that with the name of the package first, each followed by its options; then other types.
 *
 * @template {{ name: string, symbol: import('typescript-5').Symbol, isValue: boolean }} Export
 * @param {import('typescript-5').TypeChecker} checker
 * @param {string} packageName
 * @param {readonly Export[]} exports
 */
function inReadingOrder(checker, packageName, exports) {
  const isMain = (/** @type {Export} */ { name }) => packageName.endsWith(`/${name.toLowerCase()}`);
  const all = exports.filter(({ isValue }) => isValue);
  const values = [...all.filter(isMain), ...all.filter((each) => !isMain(each))];
  const ordered = values.flatMap((each) => {
    const options = optionsOf(checker, parametersOf(each.symbol));
    return [each, ...options.flatMap((symbol) => exports.filter((other) => other.symbol === symbol))];
  });
  return [...new Set([...ordered, ...exports])];
}

function indexPage() {
  const pages = listPages().slice(1);
  return pageText(
    'Reference',
    'One page per subject. The text is that which editors show for the same name.',
    [
      table(
        ['page', 'about'],
        pages.map(({ path, title }) => [`[${title}](${path}.md)`, aboutOf(path, title)]),
      ),
    ],
  );
}

/** @param {string} path @param {string} title */
function aboutOf(path, title) {
  if (path === 'commands')
    return '`nextpress dev`, `check`, `routes`, `explain` and `openapi`, and `create-nextpress`';
  return SUBJECTS.find((subject) => subject.path === path)?.about ?? descriptionOf(title);
}

/**
 * The settings of `app.set`: the options whose comments have the name of a setting in parentheses.
 *
 * @param {Pick<import('./render.mjs').Context, 'checker' | 'links'>} base
 * @param {(name: string, specifier: string) => import('typescript-5').Symbol} exported
 */
function settingsTable({ checker }, exported) {
  const rows = membersOf(checker, exported('ServerOptions', SERVER)).flatMap(({ name, documentation }) => {
    const setting = /\(`([a-z -]+)`\)/.exec(documentation.text)?.[1];
    return setting === undefined ? [] : [[code(setting), `[${code(name)}](#${anchorOf(name)})`]];
  });
  return [
    heading(2, 'Settings'),
    '`app.set(name, value)` changes a setting, and `app.get(name)` reads it. Each is also an option:',
    table(['setting', 'option'], rows),
    'One has no option: `forwarded host` says whether `X-Forwarded-Host` of a trusted proxy counts (by default true, and false with `behind` of `listen`). Other names are free for your own values.',
  ];
}

/** The codes of errors, each with a link to its cause and its remedy. */
function codesTable() {
  const rows = documentedCodes().map(({ code: name, packages, status = '' }) => [
    `[${code(name)}](../error-codes.md#${name.toLowerCase()})`,
    status,
    packages.map(code).join(', '),
  ]);
  return [heading(2, 'Codes'), table(['code', 'status', 'package'], rows)];
}

/** @param {string} title @param {string} text @param {readonly string[]} blocks */
function pageText(title, text, blocks) {
  return `${[`# ${title}`, text, ...blocks].filter((part) => part !== '').join('\n\n')}\n`;
}
