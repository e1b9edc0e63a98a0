// One server in a process of its own: `node serve.mjs <URL of an app> <row, intact or node-http>`.
import { control } from '../runner/control.mjs';
import { replaceModules } from './replace-modules.mjs';
import { bare, rows } from './rows.mjs';

const [app = '', name = ''] = process.argv.slice(2);
const replacedBy = rows.find((row) => row.name === name)?.modules ?? {};
const missing = replaceModules(replacedBy);

// After the hooks: everything from here on may be a replacement.
const { variants } = await import('../lane/variants.mjs');
const serve = /** @type {NonNullable<typeof variants[string]>} */ (
  variants[name === bare ? 'node-http' : 'nextpress']
);
const server = serve(await import(app));
if (!server.listening) server.listen(0, '127.0.0.1');
server.once('listening', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const left = missing();
  if (left.length > 0) {
    throw new Error(
      `${left.join(', ')}: nothing imports it, so replacing it switches nothing off. Look at rows.mjs`,
    );
  }
  control(address.port, { replaced: () => Object.keys(replacedBy) });
});
