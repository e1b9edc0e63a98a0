// `npm run check`: static checks and executed documentation. Names select checks:
// `npm run check -- links budgets`.
import { buildFromNothing } from './build.mjs';
import { checkBudgets } from './check/budgets.mjs';
import { checkDependencies } from './check/dependencies.mjs';
import { checkDocumentedCode } from './check/documented-code.mjs';
import { describe } from './check/finding.mjs';
import { checkImports } from './check/imports.mjs';
import { checkPackageFacts } from './check/package-facts.mjs';
import { checkPerformance } from './check/performance.mjs';
import { checkTarballs } from './check/tarballs.mjs';
import { checkDeadCode, checkFormat, checkLinks } from './check/tools.mjs';
import { checkV8Reasons } from './check/v8-reasons.mjs';
import { checkWording } from './check/wording.mjs';
import { inParallel } from './parallel.mjs';
import { announce, conclude, orExit, plural, StepFailure, step } from './terminal.mjs';
import { readWorkspace } from './workspace.mjs';

/** @type {[string, import('./check/finding.mjs').Check][]} */
const checks = [
  ['format', checkFormat],
  ['packages', checkPackageFacts],
  ['imports', checkImports],
  ['v8 reasons', checkV8Reasons],
  ['wording', checkWording],
  ['links', checkLinks],
  ['performance', checkPerformance],
  ['dead code', checkDeadCode],
  ['dependencies', checkDependencies],
  ['tarballs', checkTarballs],
  ['budgets', checkBudgets],
  ['documented code', checkDocumentedCode],
];

/** Checks that need a build. */
const NEEDS_BUILD = new Set(['tarballs', 'budgets', 'documented code']);

const nameOf = (/** @type {[string, unknown]} */ [name]) => name.replace(' ', '-');
const names = checks.map(nameOf);
const asked = process.argv.slice(2).filter((argument) => argument !== '--write');
if (asked.includes('--help')) {
  console.log(`npm run check -- [names] [--write]

Runs these checks (all): ${names.join(', ')}.
  --write    with budgets: lowers budgets to the sizes, and raises those that are exceeded`);
  process.exit(0);
}
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown check "${unknown}": expected ${names.join(', ')}`);
  process.exit(1);
}
const chosen = asked.length === 0 ? checks : checks.filter((check) => asked.includes(nameOf(check)));

announce('check');
if (chosen.some(([name]) => NEEDS_BUILD.has(name))) orExit(await step('build', buildFromNothing));
const workspace = readWorkspace();
let passed = 0;
// Most of them wait for a tool that uses one processor.
await inParallel(chosen, async ([name, check]) => {
  const good = await step(name, async () => {
    const { facts, problems } = await check(workspace);
    if (problems.length === 0) return facts;
    throw new StepFailure(plural(problems.length, 'problem'), problems.map(describe).join('\n'));
  });
  if (good) passed++;
});
conclude('Checks', { passed, failed: chosen.length - passed });
