/** @module Cold: the options of `sendFile()` and their validation. */

import { fileURLToPath } from 'node:url';
import { checkOptionsObject, invalidOption } from '@nextpress/semantics/options';
import { compileFileSettings, type FileOptions, type FileSettings, type SetHeaders } from './file-options.ts';

/** Options of `sendFile`, `res.sendFile` and `res.download`. */
export interface SendFileOptions extends FileOptions {
  /**
   * The directory that the path is relative to and cannot leave, as a path or `file:` URL.
   * @defaultValue none: the path must be absolute
   */
  readonly root?: string | URL | undefined;
  /**
   * Response headers, which override the file's.
   * @defaultValue none
   */
  readonly headers?: Readonly<Record<string, number | string | readonly string[]>> | undefined;
}

/** The validated options, with defaults. */
export interface SendFileSettings extends FileSettings {
  readonly root: string | undefined;
}

const OWNER = 'sendFile';

const DEFAULTS: SendFileSettings = { ...compileFileSettings(OWNER, {}, undefined), root: undefined };

/**
 * Unknown options are ignored, as in Express: some applications pass one object to several functions.
 *
 * @throws {TypeError} if an option is invalid
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

function headersSetter(headers: SendFileOptions['headers']): SetHeaders | undefined {
  if (headers === undefined || headers === null) return undefined;
  if (typeof headers !== 'object') throw invalidOption(OWNER, 'headers', 'an object of headers', headers);
  return setEach(headers);
}

export function setEach(headers: NonNullable<SendFileOptions['headers']>): SetHeaders {
  return (res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  };
}
