/** Tells what held and what did not, and ends the process accordingly. @param {import('./checks.mjs').Check[]} checks */
export function reportChecks(checks) {
  for (const { name, passed, facts } of checks) {
    console.log(`  ${passed ? '✓' : '✗'} ${name}`);
    if (!passed) for (const fact of facts.slice(0, 10)) console.log(`      ${fact}`);
  }
  const failed = checks.filter(({ passed }) => !passed).length;
  const passed = checks.length - failed;
  console.log(`\n  Soak  ${failed === 0 ? '' : `${failed} failed | `}${passed} passed (${checks.length})\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
