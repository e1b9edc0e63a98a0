/** @module What a TSDoc comment says. */
import ts from 'typescript-5';

/**
 * @typedef {object} Documentation
 * @property {string} text
 * @property {readonly { name: string, text: string }[]} params
 * @property {string | undefined} defaultValue
 * @property {readonly string[]} throws
 * @property {string | undefined} returns
 * @property {string | undefined} express How Express differs: the tag `@remarks`.
 * @property {string | undefined} since The first version that has it, where that is not the first of all.
 * @property {readonly string[]} examples
 */

/** The documentation of the first declaration that has one. @param {readonly ts.Node[]} nodes @returns {Documentation} */
export function documentationOf(nodes) {
  const commented = nodes.find((node) => commentsOf(node).length > 0);
  const comments = commented === undefined ? [] : commentsOf(commented);
  const tags = comments.flatMap(({ tags = [] }) => [...tags]);
  const texts = (/** @type {string} */ name) =>
    tags.filter(({ tagName }) => tagName.text === name).map(({ comment }) => textOf(comment));
  return {
    text: textOf(comments.at(-1)?.comment),
    params: tags.filter(ts.isJSDocParameterTag).map(({ name, comment }) => ({
      name: name.getText(),
      text: textOf(comment).replace(/^- /, ''),
    })),
    defaultValue: texts('defaultValue').at(0),
    throws: tags.filter(({ tagName }) => tagName.text === 'throws').map(throwsText),
    returns: tags.filter(ts.isJSDocReturnTag).map(({ comment }) => textOf(comment))[0],
    express: texts('remarks').at(0),
    since: texts('since').at(0),
    examples: tags.filter(({ tagName }) => tagName.text === 'example').map(exampleText),
  };
}

/** The comments of a declaration; that of a variable is the one of its statement. @param {ts.Node} node */
function commentsOf(node) {
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts.getJSDocCommentsAndTags(owner).filter(ts.isJSDoc).filter(isNotOfModule);
}

/** @param {ts.JSDoc} comment */
function isNotOfModule({ tags }) {
  return !tags?.some(({ tagName }) => tagName.text === 'module');
}

/** `@throws {TypeError} if …`, `@throws TypeError when …` and `@throws {@link PatternError}`, whose link TypeScript would take for a type. @param {ts.JSDocTag} tag */
function throwsText(tag) {
  return linesOf(tag)
    .replace(/^@throws\s*/, '')
    .replace(/^\{(\w+)\}/, '$1')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** A tag as it is written, without the asterisks of the comment. @param {ts.JSDocTag} tag */
function linesOf(tag) {
  const lines = tag.getText().split('\n');
  const text = lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
  return text.replace(/\s*\*?\/?\s*$/, '');
}

/** The code as it is written: the parser of comments would take `@` and links in it for its own. @param {ts.JSDocTag} tag */
function exampleText(tag) {
  const code = linesOf(tag).replace(/^@example/, '');
  return /```\w*\n([\s\S]*?)\n```/.exec(`${code}\n`)?.[1] ?? code.trim();
}

/** Links stay as `{@link …}`. @param {string | ts.NodeArray<ts.JSDocComment> | undefined} comment */
function textOf(comment) {
  if (comment === undefined) return '';
  if (typeof comment === 'string') return comment.trim();
  return comment
    .map((part) => {
      if (part.kind === ts.SyntaxKind.JSDocText) return part.text;
      const link = /** @type {ts.JSDocLink} */ (part);
      return `{@link ${`${link.name?.getText() ?? ''}${link.text}`.trim()}}`;
    })
    .join('')
    .trim();
}
