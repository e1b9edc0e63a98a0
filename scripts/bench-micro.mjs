// `npm run bench:micro`: the micro-benchmarks of functions, one after the other. Names choose:
// `npm run bench:micro -- router cors`.
import { join } from 'node:path';
import { filesIn } from './check/files.mjs';
import { show } from './child.mjs';
import { install } from './install.mjs';
import { root } from './root.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

const files = filesIn('benchmarks/micro', /\.mjs$/);
const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1, -'.mjs'.length));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown micro-benchmark: expected ${names.join(', ')}, got ${unknown}`);
  process.exit(1);
}

announce('bench:micro');
orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'], ['--filter=@nextpress/benchmarks...'])));
for (const [index, file] of files.entries()) {
  if (asked.length > 0 && !asked.includes(String(names[index]))) continue;
  console.log(`\n${names[index]}\n`);
  const code = await show(process.execPath, [join(root, file)]);
  if (code !== 0) process.exitCode = code;
}
