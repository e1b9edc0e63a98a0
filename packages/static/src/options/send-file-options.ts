/** @module Cold: the options of `sendFile()`, checked. */

import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { checkOptionsObject, invalidOption } from '@nextpress/semantics/options';
import { compileFileSettings, type FileOptions, type FileSettings } from './file-options.ts';

/** What {@link sendFile} takes, beside the path. Every option that is left out has its default. */
export interface SendFileOptions extends FileOptions {
  /**
   * The directory that the path starts in, and that no path leaves: path or `file:` URL.
   * @defaultValue none: the path has to be absolute
   */
  readonly root?: string | URL | undefined;
  /**
   * Fields that the answer is sent with, in place of those that it would have.
   * @defaultValue none
   */
  readonly headers?: Readonly<Record<string, number | string | readonly string[]>> | undefined;
}

/** The options, complete. */
export interface SendFileSettings extends FileSettings {
  readonly root: string | undefined;
}

const OWNER = 'sendFile';

const DEFAULTS: SendFileSettings = { ...compileFileSettings(OWNER, {}, undefined), root: undefined };

/**
 * Checks the options and fills in the defaults. Options that aren't known are ignored, as in Express: some applications give
 * the same object to other functions.
 *
 * @throws {TypeError} for an invalid option
 */
export function compileSendFileSettings(options: SendFileOptions | undefined): SendFileSettings {
  if (options === undefined || options === null) return DEFAULTS;
  checkOptionsObject(OWNER, options);
  const { root, headers } = options;
  return { ...compileFileSettings(OWNER, options, headersSetter(headers)), root: rootPath(root) };
}

function rootPath(root: unknown): string | undefined {
  if (root === undefined || root === null || root === '') return undefined;
  if (root instanceof URL && root.protocol === 'file:') return fileURLToPath(root);
  if (typeof root === 'string') return root;
  throw invalidOption(OWNER, 'root', 'the path or the file: URL of a directory', root);
}

function headersSetter(headers: SendFileOptions['headers']): FileSettings['setHeaders'] {
  if (headers === undefined || headers === null) return undefined;
  if (typeof headers !== 'object') throw invalidOption(OWNER, 'headers', 'an object of headers', headers);
  return (res: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  };
}
