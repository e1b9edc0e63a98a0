// `npm run soak`: the load that is asked for.

import { optionsOrEnd } from '../scripts/command-line.mjs';
import { readOptions, usage } from './options.mjs';

const { subject } = optionsOrEnd(readOptions, usage, process.argv.slice(2));
if (subject === 'body') await import('./body.mjs');
else if (subject === 'static') await import('./static.mjs');
else await import('./lane.mjs');
