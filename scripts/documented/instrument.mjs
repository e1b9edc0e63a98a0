import { parse, parseExpressionAt } from 'acorn';
import { transform } from 'sucrase';
import { requestIn, setUpOf } from './requests.mjs';

const marker = '__documented';
const PROMISE = /^ (=>|throws) ?(.*)$/;

/** A documented result that cannot be checked. */
export class UnsupportedExample extends Error {}

/**
 * Adds assertions to a documented program: `expression; // => value` compares,
 * `statement; // throws TypeError: part of the message` expects the error, `// GET / => 200 text` on a line of its own sends a request
 * to `app`, and specifiers are replaced by what `resolve` returns.
 *
 * @param {string} code TypeScript or JavaScript.
 * @param {(specifier: string) => string} resolve
 * @param {string} assertions URL of the module that compares.
 * @returns {string} JavaScript
 */
export function instrument(code, resolve, assertions) {
  // Comments and lines stay as they are.
  const { code: javascript } = transform(setUpOf(code) + code, {
    transforms: ['typescript'],
    disableESTransforms: true,
  });
  /** @type {import('acorn').Comment[]} */
  const comments = [];
  const tree = /** @type {Node} */ (
    /** @type {unknown} */ (
      parse(javascript, {
        ecmaVersion: 'latest',
        sourceType: 'module',
        allowAwaitOutsideFunction: true,
        onComment: comments,
      })
    )
  );
  /** @type {number[]} */
  const lines = [];
  const edits = comments.flatMap((comment) => {
    const line = javascript.slice(0, comment.start).split('\n').length;
    const number = lines.length;
    const found = editsFor(comment, { tree, javascript, line, number });
    if (found.length > 0) lines.push(line);
    return found;
  });
  const head = `import { assertions } from ${JSON.stringify(assertions)};\nconst ${marker} = assertions(${JSON.stringify(lines)});\n`;
  return head + applyEdits(javascript, [...edits, ...redirected(tree, resolve)]);
}

/**
 * @typedef {{ at: number, remove?: number, insert: string }} Edit
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 */

/**
 * @param {import('acorn').Comment} comment
 * @param {{ tree: Node, javascript: string, line: number, number: number }} place
 * @returns {Edit[]}
 */
function editsFor({ value: text, start, end }, { tree, javascript, line, number }) {
  const request = requestIn(javascript.slice(javascript.lastIndexOf('\n', start) + 1, end));
  if (request !== undefined) {
    const insert = `;await ${marker}.responds(${number}, app, ${JSON.stringify(request)});`;
    return [{ at: start, remove: end - start, insert }];
  }
  const [, kind, value = ''] = PROMISE.exec(text) ?? [];
  if (kind === undefined) return [];
  const statement = statementBefore(tree, { start, end });
  if (statement === undefined)
    throw new UnsupportedExample(`line ${line}: there is no statement before the comment`);
  if (kind === 'throws') {
    const catches = `\n${marker}.didNotThrow(${number}); } catch (error) { ${marker}.threw(${number}, error, ${JSON.stringify(value.trim())}); }`;
    return [
      { at: statement.start, insert: 'try { ' },
      { at: statement.end, insert: catches },
    ];
  }
  requireValue(value, line);
  const open = `${marker}.equals(${number}, (`;
  const close = `), (${value}))`;
  if (statement.type === 'ExpressionStatement') {
    const compared = comparedOf(/** @type {Node} */ (statement.expression));
    return [
      { at: compared.start, insert: open },
      { at: compared.end, insert: close },
    ];
  }
  const declared = declaredName(statement);
  if (declared === undefined) {
    throw new UnsupportedExample(
      `line ${line}: "// =>" must follow an expression or a declaration of one variable`,
    );
  }
  return [{ at: statement.end, insert: `\n${open}${declared}${close};` }];
}

/** @param {string} value @param {number} line */
function requireValue(value, line) {
  try {
    const { end } = parseExpressionAt(value, 0, { ecmaVersion: 'latest' });
    if (value.slice(end).trim() === '') return;
  } catch {
    // Both a syntax error and trailing text end in the error below.
  }
  throw new UnsupportedExample(`line ${line}: "// => ${value}" is not a JavaScript value`);
}

/** The last statement before a comment, in the same block. @param {Node} tree @param {{ start: number, end: number }} comment */
function statementBefore(tree, comment) {
  /** @type {readonly Node[]} */
  let innermost = [];
  for (const { start, end, body, consequent = body } of nodesIn(tree))
    if (Array.isArray(consequent) && start <= comment.start && comment.end <= end) innermost = consequent;
  return innermost.findLast(({ type, end }) => type !== 'EmptyStatement' && end <= comment.start);
}

/** The argument of `console.log(value)`, or else the expression. @param {Node} expression @returns {Node} */
function comparedOf(expression) {
  if (expression.type !== 'CallExpression') return expression;
  const callee = /** @type {any} */ (expression.callee);
  const args = /** @type {Node[]} */ (expression.arguments);
  const logs = callee.object?.name === 'console' && args.length === 1;
  return logs ? /** @type {Node} */ (args[0]) : expression;
}

/** @param {Node} statement @returns {string | undefined} */
function declaredName(statement) {
  if (statement.type !== 'VariableDeclaration') return undefined;
  const [declaration, more] = /** @type {any[]} */ (statement.declarations);
  return more === undefined && declaration.id.type === 'Identifier' ? declaration.id.name : undefined;
}

/** @param {unknown} tree @param {(specifier: string) => string} resolve @returns {Edit[]} */
function redirected(tree, resolve) {
  return [...nodesIn(tree)].flatMap((node) => {
    const source = /** @type {Node & { value?: unknown } | null | undefined} */ (node.source);
    if (!/^(Import|Export)/.test(node.type) || typeof source?.value !== 'string') return [];
    const target = JSON.stringify(resolve(source.value));
    return [{ at: source.start, remove: source.end - source.start, insert: target }];
  });
}

/** @param {string} text @param {readonly Edit[]} edits */
function applyEdits(text, edits) {
  let result = text;
  const lastFirst = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order);
  for (const { at, remove = 0, insert } of lastFirst) {
    result = result.slice(0, at) + insert + result.slice(at + remove);
  }
  return result;
}

/** @param {unknown} value @returns {Generator<Node>} */
function* nodesIn(value) {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
  } else if (typeof value === 'object' && value !== null && 'type' in value) {
    yield/** @type {Node} */ (value);
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}
