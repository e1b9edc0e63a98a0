/** @module Cold: checks the options of `patchPrototypes`. */

import { checkOptionNames, functionOption, invalidOption } from '@nextpress/semantics/options';
import type { PatchOptions } from '../patch-prototypes.ts';

const OWNER = 'patchPrototypes';
const NAMES: readonly (keyof PatchOptions)[] = ['request', 'response', 'queryParser', 'settings'];

/** @throws {TypeError} for an invalid option */
export function checkOptions(options: PatchOptions): void {
  checkOptionNames(OWNER, options, NAMES);
  checkPrototype('request', options.request);
  checkPrototype('response', options.response);
  functionOption(OWNER, 'queryParser', options.queryParser);
  const { settings } = options;
  if (settings !== undefined && typeof settings?.trustProxy !== 'function') {
    throw invalidOption(OWNER, 'settings', 'the result of defaultSettings()', settings);
  }
}

function checkPrototype(option: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) return;
  const expected = typeof value === 'function' ? `${value.name || 'Class'}.prototype` : 'a prototype';
  throw invalidOption(OWNER, option, expected, value);
}
