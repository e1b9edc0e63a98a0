/** @module The public packages as TypeScript sees them. */
import { join, relative } from 'node:path';
import ts from 'typescript-5';
import { packageEntries } from '../package-entries.mjs';
import { root } from '../root.mjs';
import { publicPackages, readWorkspace } from '../workspace.mjs';

/**
 * @typedef {object} Source
 * @property {ts.TypeChecker} checker
 * @property {readonly Entry[]} entries
 *
 * @typedef {object} Entry A module that a package exports.
 * @property {string} specifier Such as `@nextpress/static/express`.
 * @property {string} package Such as `@nextpress/static`.
 * @property {Map<string, ts.Symbol>} exports By name, without aliases.
 */

/** @returns {Source} */
export function readSource() {
  const modules = publicPackages(readWorkspace()).flatMap((pkg) =>
    packageEntries(pkg.folder, pkg.manifest).map(({ subpath, source }) => ({
      package: pkg.name,
      specifier: pkg.name + subpath.slice(1),
      file: join(pkg.folder, source),
    })),
  );
  const program = ts.createProgram(
    modules.map(({ file }) => file),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const entries = modules.map(({ file, ...names }) => ({ ...names, exports: exportsOf(file) }));
  return { checker, entries };

  /** @param {string} file */
  function exportsOf(file) {
    const module = checker.getSymbolAtLocation(/** @type {ts.SourceFile} */ (program.getSourceFile(file)));
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    return new Map(symbols.map((symbol) => [symbol.name, withoutAlias(checker, symbol)]));
  }
}

/** @param {Source} source @param {string} specifier @param {string} name */
export function exportOf({ entries }, specifier, name) {
  const symbol = entries.find((entry) => entry.specifier === specifier)?.exports.get(name);
  if (symbol === undefined)
    throw new Error(`No export ${name} in ${specifier}: correct scripts/reference/subjects.mjs`);
  return symbol;
}

/** @returns {ts.CompilerOptions} */
export function compilerOptions() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return { ...options, composite: false, incremental: false, noEmit: true, isolatedDeclarations: false };
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
export function withoutAlias(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Whether a declaration is one of this repository, and not of Node or TypeScript. @param {ts.Node} node */
export function isOwn(node) {
  const path = relative(root, node.getSourceFile().fileName);
  return path.startsWith('packages') && !path.includes('node_modules');
}
