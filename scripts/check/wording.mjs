import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

const TEXT = /\.(?:md|ejs|html|pml|v|[cm]?[jt]sx?)$/;
const LIST = 'scripts/check/wording.txt';

/** Words between which a sentence may be wrapped, in a comment as well. */
const SPACE = '(?:[ \\t]|\\r?\\n[ \\t]*(?:\\*|//|#)?[ \\t]*)';

/** Sentences read as if a native engineer had written them. @type {import('./finding.mjs').Check} */
export function checkWording() {
  const phrases = readText(LIST)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [phrase = '', native = ''] = line.split(' -> ');
      return { pattern: new RegExp(phrase.replaceAll(' ', SPACE), 'gi'), native };
    });
  const files = filesIn('', TEXT).filter((path) => !path.endsWith('CHANGELOG.md'));
  const problems = files.flatMap((path) => {
    const text = readText(path);
    return phrases.flatMap(({ pattern, native }) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
        where: `${path}:${text.slice(0, index).split('\n').length}`,
        problem: `"${found.replace(/\s+/g, ' ')}" sounds translated`,
        remedy: `write: ${native}; or sharpen the phrase in ${LIST}`,
      })),
    );
  });
  return { facts: `${plural(phrases.length, 'phrase')} in no text of ${files.length} files`, problems };
}
