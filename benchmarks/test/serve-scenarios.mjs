// Serves scenarios in one process of Node, Bun or Deno, and says where: `serve-scenarios.mjs <[file, scenario][]>`.
// `suites.integration.test.ts` starts it, since a process for each scenario would take minutes.
import { pathToFileURL } from 'node:url';
import { portOf } from '../runner/port-of.mjs';

/** @type {[string, string][]} */
const asked = JSON.parse(process.argv[2] ?? '[]');
/** @type {({ port: number } | { unavailable: string })[]} */
const places = [];
for (const [file, scenario] of asked) {
  /** @type {{ serve: import('../suite.mjs').Serve }} */
  const { serve } = await import(pathToFileURL(file).href);
  const served = await serve(scenario);
  places.push('unavailable' in served ? served : { port: await portOf(served) });
}
process.stdout.write(`${JSON.stringify(places)}\n`);
process.stdin.on('end', () => process.exit()).resume();
