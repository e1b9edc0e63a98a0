import { plural } from '../terminal.mjs';
import { filesIn, isGenerated, readText } from './files.mjs';

/** Inline code that can be a path. */
const CODE = /`([\w@[\]-][\w.@[\]-]*(?:\/[\w.@[\]-]+)*)\/?`/g;
const SOURCE = /\.(?:mjs|pml|ts|v)$/;
const OTHERS = /(?:^|\/)(?:CHANGELOG\.md$|\.changeset\/|templates\/)/;

/** What the pages for contributors are about. Their names begin anywhere in it; other pages name files of their readers, such as `src/app.ts`. */
const SUBJECTS = [
  { page: /^docs\/internals\.md$/, subject: /^packages\/fast-lane\// },
  { page: /^docs\/request-pipeline\.md$/, subject: /^packages\/server\// },
  { page: /^docs\/proofs\.md$/, subject: /^(?:packages|proofs)\// },
  { page: /^(?:CONTRIBUTING\.md|(?:benchmarks|docs\/decisions|proofs|tests)\/.*)$/, subject: /./ },
];

/** A box of a picture: what it names, and the package and name of its file. */
const BOX =
  /class="name"[^>]*>([^<]*)<\/text>\s*<text class="note".*\s*<text class="file"[^>]*>([\w-]+)\/…\/([^<]*)</g;

/** Pages name files that exist, and pictures functions. @type {import('./finding.mjs').Check} */
export function checkNamedFiles() {
  const files = filesIn('');
  const pages = files.filter((path) => path.endsWith('.md') && !OTHERS.test(path));
  const pictures = files.filter((path) => /^docs\/[\w-]+\.svg$/.test(path));
  const missing = [
    ...missingFiles(new Map(pages.map((page) => [page, readText(page)])), files),
    ...pictures.flatMap((page) => missingInPicture(page, readText(page), files, readText)),
  ];
  const remedy = 'name the file as it is called now, from the root of the repository or of its package';
  const boxes = pictures.map((page) => ({ page, ...boxesIn(readText(page)) }));
  const read = boxes.reduce((sum, picture) => sum + picture.read, 0);
  const unread = boxes.filter((picture) => picture.unread > 0);
  return {
    facts: `${plural(pages.length, 'page')} and ${read} boxes of pictures name files that exist`,
    problems: [
      ...missing.map(({ page, name }) => ({
        where: page,
        problem: `names ${name}, which does not exist`,
        remedy,
      })),
      ...unread.map((picture) => ({
        where: picture.page,
        problem: `has boxes of functions that the check cannot read: ${picture.unread}`,
        remedy:
          'give each box a name, a note and a file, one <text> per line, as in docs/get-with-a-parameter.svg',
      })),
    ],
  };
}

/**
 * @param {ReadonlyMap<string, string>} pages Texts by path.
 * @param {readonly string[]} files All of the repository.
 * @returns {{ page: string, name: string }[]}
 */
export function missingFiles(pages, files) {
  const known = new Set(files.flatMap(namesOf));
  const subjects = SUBJECTS.map(({ page, subject }) => {
    const names = files.filter((path) => subject.test(path)).flatMap(namesOf);
    return { page, names: new Set(names.flatMap(endsOf)) };
  });
  return [...pages].flatMap(([page, text]) => {
    const subject = subjects.find((each) => each.page.test(page))?.names;
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    const names = new Set([...prose.matchAll(CODE)].map(([, name = '']) => name));
    const missing = [...names].filter((name) => {
      if (isGenerated(name) || known.has(name) || subject?.has(name)) return false;
      const [folder = '', ...rest] = name.split('/');
      const isPath = rest.length > 0;
      return (
        (isPath && known.has(folder)) ||
        (subject !== undefined && (SOURCE.test(name) || (isPath && folder === 'test')))
      );
    });
    return missing.map((name) => ({ page, name }));
  });
}

/** How many boxes of functions a picture has that the check reads, and that it does not. @param {string} picture */
export function boxesIn(picture) {
  const count = (/** @type {RegExp} */ pattern) => picture.match(pattern)?.length ?? 0;
  const read = count(BOX);
  // A box can name a function of Node, which has no file here, but not all of them do.
  const least = Math.max(count(/class="file"/g), Math.min(count(/class="name"[^>]*>[^<]*\w\(\)[^<]*</g), 1));
  return { read, unread: Math.max(least - read, 0) };
}

/**
 * @param {string} page
 * @param {string} picture
 * @param {readonly string[]} files All of the repository.
 * @param {(path: string) => string} read
 * @returns {{ page: string, name: string }[]}
 */
export function missingInPicture(page, picture, files, read) {
  return [...picture.matchAll(BOX)].flatMap(([, names = '', folder, file]) => {
    const paths = files.filter(
      (path) => path.startsWith(`packages/${folder}/src/`) && path.endsWith(`/${file}`),
    );
    const [path] = paths;
    if (path === undefined || paths.length > 1) return [{ page, name: `${folder}/…/${file}` }];
    const source = read(path);
    const missing = names.split(/\(\), |\(\)|\./).filter((name) => name !== '' && !declares(source, name));
    return missing.map((name) => ({ page, name: `${name} in ${path}` }));
  });
}

/** Whether a source declares a function, a class, a constant, or a method, which ends without a semicolon. */
function declares(/** @type {string} */ source, /** @type {string} */ name) {
  const declaration = `(?:function|class|const) ${name}\\b|^  (?:\\w+ )*#?${name}[(<][^;]*$`;
  return new RegExp(declaration, 'm').test(source);
}

/** The file with and without its extensions, and its folders. @param {string} path */
function namesOf(path) {
  const folders = path.split('/').map((_name, index, all) => all.slice(0, index + 1).join('/'));
  const name = folders.pop() ?? '';
  const stems = [name];
  for (let end = name.lastIndexOf('.'); end > name.lastIndexOf('/') + 1; end = name.lastIndexOf('.', end - 1))
    stems.push(name.slice(0, end));
  return [...folders, ...stems];
}

/** @param {string} path */
function endsOf(path) {
  const names = path.split('/');
  return names.map((_name, index) => names.slice(index).join('/'));
}
