/** @module The pages about what every application uses. */
import { addressIn } from './links.mjs';
import { anchorOf, code, heading, pageText } from './markdown.mjs';
import { membersOf } from './members.mjs';
import { exportOf } from './program.mjs';
import { memberTitle, renderExport, renderMember } from './render.mjs';
import { SUBJECTS } from './subjects.mjs';
import { codesTable, settingsTable } from './summary-tables.mjs';

/**
 * @typedef {import('./subjects.mjs').Subject} Subject
 * @typedef {import('./subjects.mjs').Part} Part
 * @typedef {import('./members.mjs').Member} Member
 *
 * @typedef {object} Base
 * @property {import('./program.mjs').Source} source
 * @property {import('./links.mjs').Links} links
 */

const SERVER = '@nextpress/server';

/** How to read the examples of the sources. */
const EXAMPLES =
  'In examples without imports, `app` is `createServer()`. A comment such as `// GET /users/7 => 200 {"id":"7"}` is a request and its response. All of them are executed.';

/** Adds the addresses of everything that the pages show, and returns the exports among it. @param {Base} base */
export function linkSubjects({ source, links }) {
  const shown = new Set();
  for (const { path, parts } of SUBJECTS) {
    for (const { name, from = SERVER, receiver } of parts) {
      const symbol = exportOf(source, from, name);
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
  return shown;
}

/**
 * @param {Base} base
 * @param {Subject} subject
 */
export function subjectPage(base, { path, title, text, parts }) {
  const { source } = base;
  const tables = new Map(
    parts
      .filter(({ receiver }) => receiver === undefined)
      .map(({ name, from = SERVER }) => [exportOf(source, from, name), `#${anchorOf(name)}`]),
  );
  const shown = new Map();
  const blocks = parts.flatMap((part) => {
    const context = {
      checker: source.checker,
      links: base.links,
      tables,
      shown,
      path,
      from: packageOf(part.from ?? SERVER),
    };
    const symbol = exportOf(source, part.from ?? SERVER, part.name);
    return part.receiver === undefined
      ? renderExport(context, symbol, { name: part.name }, 2)
      : memberSections(context, part, symbol);
  });
  const extra =
    path === 'errors'
      ? codesTable()
      : path === 'options'
        ? settingsTable(membersOf(source.checker, exportOf(source, SERVER, 'ServerOptions')))
        : [];
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
    members: names.split(' ').flatMap((name) => members.filter((member) => isNamed(member, name))),
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

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
