import { optionsOrEnd } from '../../scripts/command-line.mjs';
import { readOptions, usage } from './options.mjs';

/** The options of `npm run bench:ablation`. @param {string[]} args */
export const ablationOptionsOrEnd = (args) => optionsOrEnd(readOptions, usage, args);
