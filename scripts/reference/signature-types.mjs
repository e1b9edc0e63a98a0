/** @module The types that signatures name: links to those that packages export, and the declarations of short ones that they do not. */
import ts from 'typescript-5';
import { isOwn, withoutAlias } from './program.mjs';
import { declarationText, meaningOfAlias } from './signature.mjs';

/** Longer declarations tell less than their name. */
const SHORT = 240;

/**
 * @param {Pick<import('./render.mjs').Context, 'checker' | 'links' | 'from' | 'path'>} context
 * @param {ts.Symbol} symbol What has the signatures.
 * @param {readonly string[]} signatures
 * @param {readonly string[]} shown Names of types that the page describes after the signatures.
 * @returns {{ links: string, declarations: string[] }}
 */
export function typesOfSignatures({ checker, links, from, path }, symbol, signatures, shown) {
  const names = [...new Set(signatures.flatMap((text) => text.match(/(?<![.'`])\b[A-Z]\w+\b/g) ?? []))];
  const isLinked = (/** @type {string} */ name) => links.addressOf(from, name) !== undefined;
  const aliases = aliasesIn(checker, symbol).filter(
    ({ name }) => names.includes(name.text) && !isLinked(name.text),
  );
  const declarations = aliases.map(declarationText).filter((text) => text.length <= SHORT);
  const linked = names
    .filter((name) => isLinked(name) && !shown.includes(name))
    .filter((name) => links.addressOf(from, name) !== `${path}.md`);
  return {
    links: linked.length === 0 ? '' : `Types: ${linked.map((name) => links.link(from, name)).join(', ')}.`,
    declarations: [...new Set(declarations)],
  };
}

/** The values of an option whose type is a name that no page explains, such as `'allow' | 'deny'`. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {string} name */
export function valuesOf(checker, symbol, name) {
  const alias = aliasesIn(checker, symbol).find((each) => each.name.text === name);
  if (alias === undefined) return name;
  const values = meaningOfAlias(checker, alias) ?? alias.type.getText().replace(/\s+/g, ' ');
  return values.length > SHORT ? name : values;
}

/** The type aliases of this repository that the declarations of a symbol refer to. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function aliasesIn(checker, { declarations = [] }) {
  /** @type {ts.TypeAliasDeclaration[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node)) {
      const target = checker.getSymbolAtLocation(node.typeName);
      const alias = target && withoutAlias(checker, target).declarations?.find(ts.isTypeAliasDeclaration);
      if (alias !== undefined && isOwn(alias) && alias.typeParameters === undefined) found.push(alias);
    }
    if (!ts.isBlock(node)) ts.forEachChild(node, visit);
  };
  declarations.filter(isOwn).forEach(visit);
  return found;
}
