// One server in a process of its own: `node serve.mjs <app> <variant>`.
import { control } from '../runner/control.mjs';
import { startProfile, stopProfile } from './profile.mjs';
import { variants } from './variants.mjs';

const [name = '', variant = ''] = process.argv.slice(2);
const make = variants[variant];
if (make === undefined) throw new Error(`there is no variant "${variant}"`);
/** @type {import('./apps/app.mjs').App} */
const app = await import(`./apps/${name}.mjs`);
const server = make(app);
if (!server.listening) server.listen(0, '127.0.0.1');
server.once('listening', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  control(address.port, {
    stats: () => ('stats' in server && typeof server.stats === 'function' ? server.stats() : null),
    profile: startProfile,
    profiled: stopProfile,
  });
});
