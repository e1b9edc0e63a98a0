/** @module Cold: what `patchPrototypes` refuses. */

import type { PatchOptions } from '../patch-prototypes.ts';
import { shown } from './shown.ts';

const KNOWN: Readonly<Record<keyof PatchOptions, true>> = {
  request: true,
  response: true,
  queryParser: true,
  settings: true,
};

/** @throws TypeError when an option is unknown or isn't what it has to be */
export function checkOptions(options: PatchOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `patchPrototypes() takes an object with a request and a response prototype; got ${shown(options)}.`,
    );
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(KNOWN, name)) continue;
    throw new TypeError(
      `patchPrototypes() takes the options ${Object.keys(KNOWN).join(', ')}; got ${shown(name)}.`,
    );
  }
  checkPrototype('request', options.request);
  checkPrototype('response', options.response);
  const { queryParser, settings } = options;
  if (queryParser !== undefined && typeof queryParser !== 'function') {
    throw new TypeError(`patchPrototypes() takes a function as queryParser; got ${shown(queryParser)}.`);
  }
  if (settings !== undefined && typeof settings?.trustProxy !== 'function') {
    throw new TypeError(
      `patchPrototypes() takes what defaultSettings() makes as settings; got ${shown(settings)}.`,
    );
  }
}

function checkPrototype(option: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) return;
  if (typeof value === 'function') {
    const name = value.name || 'Class';
    throw new TypeError(
      `patchPrototypes() takes a prototype as ${option}; got a class: write ${name}.prototype.`,
    );
  }
  throw new TypeError(`patchPrototypes() takes a prototype as ${option}; got ${shown(value)}.`);
}
