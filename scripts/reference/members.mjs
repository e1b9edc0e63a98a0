/** @module The members of an interface or a class. */
import ts from 'typescript-5';
import { isOwn } from './program.mjs';
import { REGISTERS, writtenType } from './signature.mjs';
import { documentationOf } from './tsdoc.mjs';

/**
 * @typedef {object} Member
 * @property {ts.Symbol} symbol
 * @property {string} name
 * @property {ts.Declaration} declaration
 * @property {import('./tsdoc.mjs').Documentation} documentation
 * @property {ts.SignatureDeclaration | undefined} called The signature that has the comment for calls.
 * @property {boolean} isOptional
 */

/**
 * The public members, inherited ones included, except those of Node and TypeScript.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} owner
 * @returns {Member[]}
 */
export function membersOf(checker, owner) {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(owner))
    .filter(isPublic)
    .flatMap((symbol) => {
      const declaration = symbol.declarations?.find(isOwn);
      return declaration === undefined ? [] : [memberOf(checker, symbol, declaration)];
    });
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {ts.Declaration} declaration @returns {Member} */
function memberOf(checker, symbol, declaration) {
  const own = inheritedDocumentation(checker, symbol, documentationOf(symbol.declarations ?? []));
  return {
    symbol,
    name: symbol.name,
    declaration,
    documentation: own,
    called: signaturesOf(checker, symbol).at(0),
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
  };
}

/**
 * The documentation of the member of a base that this one redeclares without a comment, as editors show it.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 * @param {import('./tsdoc.mjs').Documentation} own
 */
function inheritedDocumentation(checker, symbol, own) {
  const owner = symbol.declarations?.[0]?.parent;
  if (own.text !== '' || owner === undefined || !ts.isInterfaceDeclaration(owner)) return own;
  const bases = (owner.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  for (const base of bases) {
    const inherited = checker.getTypeAtLocation(base).getProperty(symbol.name);
    const documentation = documentationOf(inherited?.declarations?.filter(isOwn) ?? []);
    if (documentation.text !== '')
      return { ...documentation, examples: [...own.examples, ...documentation.examples] };
  }
  return own;
}

/**
 * The call signatures of a property. Before TypeScript 7, an editor shows the comment of the first one when the property is called, so the
 * comments of `app.get` and `app.use` are there.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function signaturesOf(checker, symbol) {
  const [declaration] = symbol.declarations ?? [];
  // Other types are not asked for: those of schemas take minutes.
  if (!REGISTERS.test((declaration && writtenType(declaration)?.getText()) ?? '')) return [];
  return checker
    .getTypeOfSymbol(symbol)
    .getCallSignatures()
    .map((signature) => signature.getDeclaration())
    .filter((node) => isOwn(node) && isCall(node) && documentationOf([node]).text !== '');
}

/** @param {ts.Node} node */
function isCall(node) {
  return ts.isCallSignatureDeclaration(node) || ts.isFunctionTypeNode(node);
}

/** @param {import('./tsdoc.mjs').Documentation} first @param {import('./tsdoc.mjs').Documentation} second */
export function joined(first, second) {
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
    params: [...first.params, ...second.params],
    defaultValue: first.defaultValue ?? second.defaultValue,
    throws: [...first.throws, ...second.throws],
    returns: first.returns ?? second.returns,
    express: first.express ?? second.express,
    since: first.since ?? second.since,
    examples: [...new Set([...first.examples, ...second.examples])],
  };
}

/** @param {ts.Symbol} symbol */
function isPublic(symbol) {
  const { name, declarations = [] } = symbol;
  if (/^[_~#]/.test(name) && !name.startsWith('__@asyncDispose')) return false;
  if (symbol.flags & ts.SymbolFlags.Prototype) return false;
  return !declarations.some(
    (node) =>
      ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal') ||
      (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0,
  );
}
