/** @module Members and exports as Markdown. */
import ts from 'typescript-5';
import { anchorOf, block, code, heading, present, prose, table } from './markdown.mjs';
import { joined, membersOf } from './members.mjs';
import { isOwn } from './program.mjs';
import {
  callText,
  declarationText,
  meaningOfAlias,
  memberSignatures,
  typeText,
  writtenType,
} from './signature.mjs';
import { typesOfSignatures, valuesOf } from './signature-types.mjs';
import { documentationOf } from './tsdoc.mjs';

/**
 * @typedef {import('./members.mjs').Member} Member
 * @typedef {import('./tsdoc.mjs').Documentation} Documentation
 *
 * @typedef {object} Context
 * @property {ts.TypeChecker} checker
 * @property {import('./links.mjs').Links} links
 * @property {string} from The package whose names links mean first.
 * @property {string} path Of the page, without `.md`.
 * @property {Map<ts.Node, string>} shown Signatures whose comment the page has, by the title of their member.
 * @property {Map<ts.Symbol, string>} tables Where the page has the tables of options.
 */

/** The heading of a member: `res.sendFile`, `app.listen()`. @param {string} receiver @param {string} name */
export function memberTitle(receiver, name) {
  const symbol = /^__@(\w+?)@/.exec(name)?.[1];
  return symbol === undefined ? receiver + name : `${receiver.replace(/\.$/, '')}[Symbol.${symbol}]`;
}

/** @param {Context} context @param {Member} member @param {string} receiver @param {number} level */
export function renderMember(context, member, receiver, level) {
  const title = memberTitle(receiver, member.name);
  const signatures = memberSignatures(context.checker, member.symbol, receiver);
  const options = optionsOf(context.checker, parametersOf(member.symbol)).map(({ name }) => name);
  const types = typesOfSignatures(context, member.symbol, signatures, options);
  const documentation = documentationOfCall(context, member, title);
  return present([
    heading(level, title),
    block([signatures.join('\n'), ...types.declarations].join('\n\n')),
    fromPackage(context, member),
    ...renderDocumentation(context, documentation),
    types.links,
    ...optionTables(context, title, parametersOf(member.symbol)),
    ...examples(documentation),
  ]);
}

/**
 * The comments of a member and of its first signature, which others of the page may have as well.
 *
 * @param {Context} context
 * @param {Member} member
 * @param {string} title
 */
function documentationOfCall({ shown }, { documentation, called }, title) {
  if (called === undefined) return documentation;
  const other = shown.get(called);
  if (other === undefined) {
    shown.set(called, title);
    const ofCall = documentationOf([called]);
    return { ...joined(documentation, ofCall), text: ofCall.text };
  }
  const text = `${documentation.text}\n\nEverything else is as for [\`${other}\`](#${anchorOf(other)}).`;
  return { ...documentation, text };
}

/** Members as rows: name, type, default where one of them has any, and meaning. @param {Context} context @param {readonly Member[]} members */
function renderTable(context, members) {
  const hasDefaults = members.some(({ documentation }) => documentation.defaultValue !== undefined);
  const cells = (
    /** @type {string} */ name,
    /** @type {string} */ type,
    /** @type {string} */ value,
    /** @type {string} */ meaning,
  ) => (hasDefaults ? [name, type, value, meaning] : [name, type, meaning]);
  return table(
    cells('name', 'type', 'default', 'meaning'),
    members.map((member) => {
      const { defaultValue } = member.documentation;
      return cells(
        code(memberTitle('', member.name)),
        typeCell(context, member),
        defaultValue === undefined ? '' : text(context, defaultText(defaultValue)),
        meaningOf(context, member.documentation),
      );
    }),
  );
}

/** An export: its signature or declaration, its documentation and its members. @param {Context} context @param {ts.Symbol} symbol @param {{ name: string, anchor?: string, specifier?: string }} entry @param {number} level */
export function renderExport(context, symbol, { name, anchor = anchorOf(name), specifier }, level) {
  const documentation = documentationOf(symbol.declarations ?? []);
  const isData = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
  const members = isData ? membersOf(context.checker, symbol) : [];
  return [
    heading(level, name, anchor),
    ...(specifier === undefined || specifier === context.from ? [] : [`From ${code(specifier)}.`]),
    ...exportSignatures(context, symbol, name, members),
    ...renderDocumentation(context, documentation),
    ...optionTables(context, name, parametersOf(symbol)),
    ...(members.length === 0 ? [] : [renderTable(context, members)]),
    ...examples(documentation),
  ];
}

/** @param {Context} context @param {ts.Symbol} symbol @param {string} name @param {readonly Member[]} members */
function exportSignatures(context, symbol, name, members) {
  const { checker } = context;
  const declarations = (symbol.declarations ?? []).filter(isOwn);
  const functions = declarations.filter(ts.isFunctionDeclaration);
  if (functions.length > 0) {
    const overloads = functions.filter((node) => functions.length === 1 || node.body === undefined);
    return [block(overloads.map((node) => name + callText(node)).join('\n'))];
  }
  const construct = declarations
    .filter(ts.isClassDeclaration)
    .flatMap((node) => node.members.filter(ts.isConstructorDeclaration));
  if (construct.length > 0 && construct.every((node) => mayConstruct(context, node)))
    return [block(construct.map((node) => `new ${name}${callText(node)}`).join('\n'))];
  const variable = declarations.find(ts.isVariableDeclaration);
  if (variable !== undefined) return [block(variableText(checker, symbol, name, variable))];
  const alias = declarations.find(ts.isTypeAliasDeclaration);
  if (alias !== undefined) {
    const meaning = meaningOfAlias(checker, alias);
    return [block(meaning === undefined ? declarationText(alias) : `type ${name} = ${meaning};`)];
  }
  const written = declarations.find(ts.isInterfaceDeclaration);
  const isCallable = written?.members.some(ts.isCallSignatureDeclaration) === true;
  return written !== undefined && (members.length === 0 || isCallable)
    ? [block(declarationText(written))]
    : [];
}

/** Whether an application can construct a class: instances whose options are not exported are made by a function. @param {Context} context @param {ts.ConstructorDeclaration} node */
function mayConstruct({ links, from }, node) {
  const types = node.parameters.map((each) => each.type).filter((type) => type !== undefined);
  return types.every(
    (type) =>
      !ts.isTypeReferenceNode(type) ||
      !/Settings$|Program$/.test(type.getText()) ||
      links.addressOf(from, type.getText()) !== undefined,
  );
}

/** How a constant is called or constructed, else its type. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {string} name @param {ts.VariableDeclaration} node */
function variableText(checker, symbol, name, node) {
  const type = checker.getTypeOfSymbolAtLocation(symbol, node);
  const declared = (/** @type {ts.Signature} */ signature) =>
    callText(/** @type {ts.SignatureDeclaration} */ (signature.getDeclaration()));
  const calls = type.getCallSignatures().map((signature) => name + declared(signature));
  const constructs = type.getConstructSignatures().map((signature) => `new ${name}${declared(signature)}`);
  const lines = calls.length > 0 ? calls : constructs;
  return lines.length > 0
    ? lines.join('\n')
    : `const ${name}: ${node.type?.getText() ?? checker.typeToString(type)}`;
}

/** @param {Context} context @param {Documentation} documentation */
function renderDocumentation(context, documentation) {
  const { text: description, params, defaultValue, throws, returns, express, since } = documentation;
  return present([
    description && text(context, description),
    ...params
      .filter((param) => param.text !== '')
      .map((param) => `- ${code(param.name)}: ${text(context, param.text)}`),
    returns && `**Returns** ${text(context, returns)}`,
    defaultValue && `**Default:** ${text(context, defaultText(defaultValue))}`,
    ...throws.map((each) => `**Throws** ${text(context, withErrorsAsCode(each))}`),
    since && `**Since** ${since}`,
    express && `> **Difference:** ${text(context, express)}`,
  ]);
}

/** @param {Documentation} documentation */
function examples({ examples: programs }) {
  return programs.map((program) => block(program));
}

/** In a cell of a table: without examples. @param {Context} context @param {Documentation} documentation */
function meaningOf(context, documentation) {
  const { text: description, throws, express, since } = documentation;
  return present([
    text(context, description),
    ...throws.map((each) => `Throws ${text(context, withErrorsAsCode(each))}`),
    since && `Since ${since}.`,
    express && `Difference: ${text(context, express)}`,
  ]).join(' ');
}

/** @param {Context} context @param {string} comment */
function text({ links, from }, comment) {
  return prose(links.resolve(comment, from));
}

/** Values without backticks are code, sentences are not. @param {string} value */
function defaultText(value) {
  return /^(?:[\d,.]+|true|false|undefined|null|'[^']*')$/.test(value) ? `\`${value}\`` : value;
}

/** Names of errors as code, and a full stop. @param {string} value */
function withErrorsAsCode(value) {
  return value.replace(/(^|; |an? )(\w*Error)\b/g, '$1`$2`').replace(/([^.])$/, '$1.');
}

/** @param {Context} context @param {Member} member */
function typeCell({ checker, links, from }, { declaration, symbol }) {
  if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) {
    return (symbol.declarations ?? [])
      .filter((node) => ts.isMethodSignature(node) || ts.isMethodDeclaration(node))
      .filter((node, _, all) => all.length === 1 || !ts.isMethodDeclaration(node) || node.body === undefined)
      .map((node) => code(callText(node).replace(/\n\s*/g, ' ')))
      .join(' ');
  }
  const written = typeText(checker, symbol, writtenType(declaration)).replace(/ \| undefined$/, '');
  const named =
    /\b[A-Z]\w*(?:Options|Limits|Settings|Function|Handler|Check|Option|Rule|Issue|Report|Reason)\b/.exec(
      written,
    )?.[0];
  const address = named === undefined ? undefined : links.addressOf(from, named);
  return address === undefined ? code(valuesOf(checker, symbol, written)) : `[${code(written)}](${address})`;
}

/** The options that a function takes: their table, or a link where the page has it. @param {Context} context @param {string} title @param {readonly ts.ParameterDeclaration[]} parameters */
function optionTables(context, title, parameters) {
  const { checker, links, from, tables } = context;
  return optionsOf(checker, parameters).flatMap((symbol) => {
    const known = symbol.name === 'ServerOptions' ? 'options.md' : tables.get(symbol);
    if (known !== undefined) return [`The options are in [\`${symbol.name}\`](${known}).`];
    const members = membersOf(checker, symbol);
    if (members.length === 0) return [];
    tables.set(symbol, `#${anchorOf(title)}`);
    return [`Options (${links.link(from, symbol.name)}):`, renderTable(context, members)];
  });
}

/** The interfaces of options among parameters. @param {ts.TypeChecker} checker @param {readonly ts.ParameterDeclaration[]} parameters */
export function optionsOf(checker, parameters) {
  return [...new Set(parameters.flatMap((each) => optionTypes(checker, checker.getTypeAtLocation(each))))];
}

/** The interfaces of options in a type. @param {ts.TypeChecker} checker @param {ts.Type} type @returns {ts.Symbol[]} */
function optionTypes(checker, type) {
  if (type.isUnionOrIntersection()) return type.types.flatMap((each) => optionTypes(checker, each));
  const symbol = type.symbol;
  const isOption =
    symbol !== undefined &&
    /(?:Options|Settings)$/.test(symbol.name) &&
    symbol.flags & ts.SymbolFlags.Interface;
  return isOption && symbol.declarations?.some(isOwn) ? [symbol] : [];
}

/** @param {ts.Symbol} symbol @returns {ts.ParameterDeclaration[]} */
export function parametersOf({ declarations = [] }) {
  return declarations.flatMap((node) => (ts.isFunctionLike(node) ? [...node.parameters] : []));
}

/** Members that another package adds say so. @param {Context} context @param {Member} member */
function fromPackage(context, { declaration }) {
  const path = declaration.getSourceFile().fileName;
  const name = /packages\/([\w-]+)\/src\//.exec(path)?.[1] ?? '';
  return ['server', 'core', 'static'].includes(name) ||
    context.from === `@nextpress/${name}` ||
    context.from === name
    ? ''
    : `With [\`@nextpress/${name}\`](packages/${name}.md).`;
}
