/** @module All pages of the reference. */
import { commandsPage } from './commands.mjs';
import { Links } from './links.mjs';
import { pageText, table } from './markdown.mjs';
import { descriptionOf, packageExports, packagePage, pathOfPackage } from './package-page.mjs';
import { readSource } from './program.mjs';
import { linkSubjects, subjectPage } from './subject-page.mjs';
import { PACKAGES, SUBJECTS } from './subjects.mjs';

/**
 * @typedef {object} Page
 * @property {string} path Without `.md`.
 * @property {string} title
 */

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
  const base = { source, checker: source.checker, links: new Links() };
  const shown = linkSubjects(base);
  const packages = PACKAGES.map((name) => packageExports(source, name, shown));
  for (const { name, exports } of packages) {
    for (const each of exports) base.links.add(name, each.name, `${pathOfPackage(name)}.md#${each.anchor}`);
  }
  return new Map([
    ['index', indexPage()],
    ...SUBJECTS.map((subject) => /** @type {const} */ ([subject.path, subjectPage(base, subject)])),
    ['commands', await commandsPage()],
    ...packages.map((pkg) => /** @type {const} */ ([pathOfPackage(pkg.name), packagePage(base, pkg)])),
  ]);
}

function indexPage() {
  const pages = listPages().slice(1);
  return pageText(
    'Reference',
    'One page per subject, with the text that editors show for the same name. Members exist since the first release, 0.1, unless theirs says “Since”.',
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
    return '`nextpress dev`, `trial`, `check`, `routes`, `explain` and `openapi`, and `create-nextpress`';
  return SUBJECTS.find((subject) => subject.path === path)?.about ?? descriptionOf(title);
}
