// `npm start`: installs, builds, and serves examples/quickstart in this process, so that Ctrl-C reaches the server.
import { setUp } from './install.mjs';

await setUp('start', ['@nextpress-examples/quickstart...']);
endWithParent();
// In a variable, so that the scripts are type-checked without the examples.
const server = '../examples/quickstart/server.mjs';
await import(server);

/** Stops the server when npm exits, because some shells in between do not forward signals. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
