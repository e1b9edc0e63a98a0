import { parse, parseExpressionAt } from 'acorn';
import { transformSync } from 'esbuild';
import { requestIn, setUpOf } from './requests.mjs';

const marker = '__documented';
const promise = /\/\/ (=>|throws) ?(.*)$/;

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
  const { text, promises } = markPromises(code);
  const javascript = transformSync(setUpOf(code) + text, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
  }).code;
  const tree = parse(javascript, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowAwaitOutsideFunction: true,
  });
  const edits = [...edited(tree, promises, javascript), ...redirected(tree, resolve)];
  const lines = JSON.stringify(promises.map(({ line }) => line));
  const head = `import { assertions } from ${JSON.stringify(assertions)};\nconst ${marker} = assertions(${lines});\n`;
  return head + applyEdits(javascript, edits);
}

/**
 * @typedef {{ line: number, kind: string, value: string }} Promised
 * @typedef {{ at: number, remove?: number, insert: string }} Edit
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 */

/**
 * Replaces each such comment by a statement, because comments are lost when types are stripped.
 *
 * @param {string} code
 * @returns {{ text: string, promises: Promised[] }}
 */
function markPromises(code) {
  /** @type {Promised[]} */
  const promises = [];
  const lines = code.split('\n').map((text, index) => {
    const request = requestIn(text);
    if (request !== undefined) {
      promises.push({ line: index + 1, kind: 'request', value: JSON.stringify(request) });
      return `;${marker}(${promises.length - 1});`;
    }
    const found = promise.exec(text);
    if (found === null) return text;
    const [, kind = '', value = ''] = found;
    if (kind === '=>') requireValue(value, index + 1);
    promises.push({ line: index + 1, kind, value: value.trim() });
    return `${text.slice(0, found.index)};${marker}(${promises.length - 1});`;
  });
  return { text: lines.join('\n'), promises };
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

/**
 * @param {unknown} tree
 * @param {readonly Promised[]} promises
 * @param {string} source
 * @returns {Edit[]}
 */
function edited(tree, promises, source) {
  /** @type {Edit[]} */
  const edits = [];
  for (const body of bodiesIn(tree)) {
    body.forEach((statement, index) => {
      const text = source.slice(statement.start, statement.end);
      const number = new RegExp(`^${marker}\\((\\d+)\\);?$`).exec(text)?.[1];
      if (number === undefined) return;
      const promised = /** @type {Promised} */ (promises[Number(number)]);
      const insert = promised.kind === 'request' ? sending(number, promised.value) : '';
      edits.push({ at: statement.start, remove: statement.end - statement.start, insert });
      if (promised.kind !== 'request')
        edits.push(...editsFor(previousOf(body, index), Number(number), promised));
    });
  }
  return edits;
}

/** @param {string} number @param {string} request */
function sending(number, request) {
  return `await ${marker}.responds(${number}, app, ${request});`;
}

/** The statement before a comment, without the empty one of the `;` that marks the comment. @param {readonly Node[]} body @param {number} index */
function previousOf(body, index) {
  return body.slice(0, index).findLast(({ type }) => type !== 'EmptyStatement');
}

/** @param {Node | undefined} statement @param {number} number @param {Promised} promised @returns {Edit[]} */
function editsFor(statement, number, { kind, value, line }) {
  if (statement === undefined)
    throw new UnsupportedExample(`line ${line}: there is no statement before the comment`);
  if (kind === 'throws') {
    const catches = `\n${marker}.didNotThrow(${number}); } catch (error) { ${marker}.threw(${number}, error, ${JSON.stringify(value)}); }`;
    return [
      { at: statement.start, insert: 'try { ' },
      { at: statement.end, insert: catches },
    ];
  }
  const open = `${marker}.equals(${number}, (`;
  const close = `), (${value}))`;
  if (statement.type === 'ExpressionStatement') {
    const { start, end } = comparedOf(/** @type {Node} */ (statement.expression));
    return [
      { at: start, insert: open },
      { at: end, insert: close },
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

/** @param {unknown} tree @returns {Generator<readonly Node[]>} */
function* bodiesIn(tree) {
  for (const node of nodesIn(tree)) {
    const body = node.body ?? node.consequent;
    if (Array.isArray(body)) yield body;
  }
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
