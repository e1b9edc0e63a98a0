/** @module Signatures as one writes them. */
import ts from 'typescript-5';

const LINE = 100;

/** The parameters after which methods that register handlers are told apart, instead of their types, which infer params and schemas. */
const REGISTRATION = new Map([
  [
    'RegisterMethod',
    ['(path: Path, ...handlers: Handler[])', '(path: Path, options: RouteOptions, ...handlers: Handler[])'],
  ],
  ['RegisterMiddleware', ['(...handlers: Handler[])', '(prefix: Path, ...handlers: Handler[])']],
  ['RouteMethod', ['(...handlers: Handler[])', '(options: RouteOptions, ...handlers: Handler[])']],
]);

/** The types of properties that register handlers when they are called. */
export const REGISTERS = /\b(RegisterMethod|RegisterMiddleware|RouteMethod)\b/;

/** Type parameters that readers need not know, and what they stand for. */
export const STANDS_FOR = [
  [/\bTypes\['scope'\]/g, 'Scope'],
  [/\bTypes\['application'\]/g, 'Application'],
  [/\bTypes\['request'\]/g, 'Request'],
  [/\bTypes\['response'\]/g, 'Response'],
  [/\bTypes\['errorHandler'\]/g, 'ErrorHandler'],
  [/\bTypes\['route'\]/g, 'RegisteredRoute'],
  [/\bRequestHookOf<Request, Response>/g, 'RequestHook'],
  [/\bOnSendHookOf<Request, Response>/g, 'OnSendHook'],
  [/\bPluginOf<Scope, Options, Returned>/g, 'Plugin<Options>'],
  [/\bParamCallback<Req, Res>/g, 'ParamCallback'],
  [/\bRoute<ParamsOf<P>, Req, Res>/g, 'Route'],
  [/\b(Application|Scope)<Req(?: & Record<N, V>)?, Res(?: & Record<N, V>)?>(?: & RoutesIn<this>)?/g, '$1'],
  [/\bFormatHandler<IncomingMessage & RequestHelpers, this>/g, 'FormatHandler'],
  [/^Params$/, 'ParamsDictionary'],
  [/^Body$/, 'any'],
  [/^Query$/, 'ParsedQuery'],
  [/^Locals & DeclaredLocals$/, 'Record<string, any>'],
  [/\bJsonSettings\['replacer'\]/, '((key: string, value: unknown) => unknown) | (string | number)[]'],
  [/\bHelperSettings\['trustProxy'\]/, '((address: string, hop: number) => boolean)'],
  [
    /^<Options extends object = object, (?:const )?Prefix [\s\S]*\): this & WithMounted<[\s\S]*>$/,
    '(plugin: Plugin<Options>, options?: Options & RegisterOptions): this',
  ],
  [/\bResBody\b/g, 'any'],
  [/\bAnything\b/g, 'any'],
];

/**
 * The signatures of a member, or its type.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 * @param {string} receiver What it is a member of, such as `res.`.
 * @returns {string[]}
 */
export function memberSignatures(checker, symbol, receiver) {
  const { declarations = [], name } = symbol;
  const access = accessTo(receiver, name);
  const methods = declarations.filter((node) => ts.isMethodSignature(node) || ts.isMethodDeclaration(node));
  if (methods.length > 0) return methods.filter(isPublicOverload).map((node) => access + callText(node));
  const [declaration] = declarations;
  const written = writtenType(declaration);
  const registers = registrationOf(written);
  if (registers !== undefined) return registers.map((parameters) => `${access}${parameters}`);
  return [`${access}: ${typeText(checker, symbol, written)}`];
}

/** The type of an option or a property. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {ts.TypeNode} [written] */
export function typeText(checker, symbol, written) {
  return readable(
    written === undefined ? checker.typeToString(checker.getTypeOfSymbol(symbol)) : clean(written.getText()),
  );
}

/** A signature of a function: `(path: string): void`. @param {ts.SignatureDeclaration} node */
export function callText(node) {
  const parameters = node.parameters.map((parameter) => clean(parameter.getText()));
  const generics = (node.typeParameters ?? []).map((each) => clean(each.getText()).replace(/^const /, ''));
  const type = node.type === undefined ? '' : `: ${clean(node.type.getText())}`;
  const types = generics.length === 0 ? '' : `<${generics.join(', ')}>`;
  const line = readable(`${types}(${parameters.join(', ')})${type}`);
  if (line.length <= LINE || parameters.length < 2) return line;
  return readable(`${types}(\n${parameters.map((each) => `  ${each},\n`).join('')})${type}`);
}

/** A type or an interface as it is declared, without comments. @param {ts.Node} node */
export function declarationText(node) {
  const text = node.getText().replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return text
    .replace(/^export (declare )?/, '')
    .replace(/\n\s*\n/g, '\n')
    .replace(/\breadonly (?=[\w[])/g, '')
    .replace(/\bAnything\b/g, 'any');
}

/**
 * What an alias stands for, where its declaration says it by other names: the signature of a function type with arguments, the values of
 * `(typeof LIST)[number]`.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.TypeAliasDeclaration} node
 * @returns {string | undefined}
 */
export function meaningOfAlias(checker, node) {
  const type = checker.getTypeAtLocation(node);
  const isFunction =
    ts.isTypeReferenceNode(node.type) && node.type.typeArguments && type.getCallSignatures().length === 1;
  if (!isFunction && !node.type.getText().startsWith('(typeof ')) return undefined;
  return checker
    .typeToString(type, undefined, ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.NoTruncation)
    .replace(/"([^"]*)"/g, "'$1'")
    .replace(/\b(Request|Response)<[^<>()=]*>(?: & Re[qs]\b)?/g, '$1');
}

/** @param {ts.Node | undefined} node @returns {ts.TypeNode | undefined} */
export function writtenType(node) {
  return node !== undefined && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
    ? node.type
    : undefined;
}

/** @param {ts.TypeNode | undefined} node */
function registrationOf(node) {
  if (node === undefined) return undefined;
  const [, name] = REGISTERS.exec(node.getText()) ?? [];
  const signatures = name === undefined ? undefined : REGISTRATION.get(name);
  if (signatures === undefined) return undefined;
  const result = name === 'RouteMethod' ? 'Route' : 'this';
  const settings = node.getText().includes('ReadSetting') ? ['(setting: string): any'] : [];
  return [...signatures.map((parameters) => `${parameters}: ${result}`), ...settings];
}

/**
 * A declared overload, and not the implementation of a class's overloads.
 *
 * @param {ts.MethodSignature | ts.MethodDeclaration} node
 * @param {number} _index
 * @param {readonly ts.Node[]} all
 */
function isPublicOverload(node, _index, all) {
  return !(ts.isMethodDeclaration(node) && node.body !== undefined && all.length > 1);
}

/** @param {string} receiver @param {string} name */
function accessTo(receiver, name) {
  const symbol = /^__@(\w+)@\d+$/.exec(name)?.[1];
  if (symbol !== undefined) return `${receiver.replace(/\.$/, '')}[Symbol.${symbol}]`;
  return /^[\w$]+$/.test(name) ? receiver + name : `${receiver.replace(/\.$/, '')}['${name}']`;
}

/** @param {string} text */
function clean(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/([([<]) /g, '$1')
    .replace(/,? ([)\]>])/g, '$1')
    .replace(/^\| /, '')
    .trim();
}

/** @param {string} text */
function readable(text) {
  return STANDS_FOR.reduce(
    (result, [pattern, name]) =>
      result.replace(/** @type {RegExp} */ (pattern), /** @type {string} */ (name)),
    text,
  );
}
