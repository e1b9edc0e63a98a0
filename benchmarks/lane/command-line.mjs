import { optionsOrEnd } from '../../scripts/command-line.mjs';
import { readOptions, usage } from './options.mjs';

/** The options of `npm run bench:lane`. @param {string[]} args */
export const laneOptionsOrEnd = (args) => optionsOrEnd(readOptions, usage, args);
