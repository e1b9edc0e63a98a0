import { invalidValue } from '@nextpress/semantics/options';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { Plugin } from '../../types/application.ts';
import type { RegisterOptions } from '../../types/scoping.ts';
import { registryOf } from '../registration/registry.ts';

/** @throws TypeError if a value is not a plugin */
export function checkPlugin(plugin: unknown): void {
  if (typeof plugin !== 'function') throw invalidValue('plugin', 'a function (scope, options)', plugin);
  if (FACTORY in plugin) {
    throw new TypeError(
      `Invalid plugin: expected a function (scope, options), got ${plugin.name} without a call: write ${plugin.name}()`,
    );
  }
  if (registryOf(plugin) === undefined) {
    if (plugin.length <= 2) return;
    throw new TypeError(
      `Invalid plugin: expected a function (scope, options), got one with ${plugin.length} parameters: return a promise instead of calling done()`,
    );
  }
  throw new TypeError(
    'Invalid plugin: expected a function (scope, options), got a router or an application: mount it with use()',
  );
}

/** @throws TypeError if an option of `register` is invalid, or not allowed for the plugin */
export function checkRegisterOptions(options: RegisterOptions, plugin: Plugin<object>): void {
  if (typeof options !== 'object' || options === null) {
    throw invalidValue('options of register()', 'an object', options);
  }
  const { prefix, name, timeout } = options;
  if (name !== undefined && typeof name !== 'string') throw invalidOption('name', 'a string', name);
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout >= 0)) {
    throw invalidOption('timeout', 'milliseconds, or 0 for no limit', timeout);
  }
  if (prefix === undefined) return;
  if (!isPrefix(prefix)) {
    throw invalidOption('prefix', 'a path such as "/admin", without a slash at the end', prefix);
  }
  if (plugin.isShared) {
    throw new TypeError(
      `Invalid option "prefix" of register(): expected none for the shared plugin "${plugin.pluginName ?? plugin.name}", got "${prefix}": a shared plugin has no scope of its own`,
    );
  }
}

function isPrefix(prefix: unknown): boolean {
  if (typeof prefix !== 'string' || !prefix.startsWith('/')) return false;
  return prefix === '/' || !prefix.endsWith('/');
}

function invalidOption(name: string, expected: string, value: unknown): TypeError {
  return invalidValue(`option "${name}" of register()`, expected, value);
}
