/** @module Cold: the options of `patchPrototypes`, and their validation. */

import { checkOptionNames, functionOption, invalidOption } from '@nextpress/semantics/options';
import type { QueryParser } from './request-helpers.ts';
import type { HelperSettings } from './settings.ts';

/** Options of {@link patchPrototypes}. */
export interface PatchOptions {
  /** The prototype of requests: `IncomingMessage.prototype`, or that of a subclass. */
  readonly request: object;
  /** The prototype of responses: `ServerResponse.prototype`, or that of a subclass. */
  readonly response: object;
  /**
   * Parses `req.query`. Called with the query without its `?`, or with `null` if there is none.
   * @defaultValue the flat parser of `@nextpress/semantics/query`
   */
  readonly queryParser?: QueryParser;
  /**
   * The settings of the helpers. The object is not copied: changes to it take effect.
   * @defaultValue the prototypes' existing settings, or else {@link defaultSettings}
   */
  readonly settings?: HelperSettings;
}

const OWNER = 'patchPrototypes';
const NAMES: readonly (keyof PatchOptions)[] = ['request', 'response', 'queryParser', 'settings'];

/** @throws {TypeError} if an option is invalid */
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
