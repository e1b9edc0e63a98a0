// `npm start`: sets everything up, then serves examples/quickstart in this very process, so that nothing
// stands between Ctrl-C and the server.
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

announce('start');
orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'], ['--filter=@nextpress-examples/quickstart...'])));
endWithParent();
// A path in a variable: the scripts are type-checked without the examples.
const server = '../examples/quickstart/server.mjs';
await import(server);

/** Ends the server when npm has ended: many a shell that npm puts in between passes no signal on. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
