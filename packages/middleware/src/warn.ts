/** Documents the cause and remedy of each code. */
const ERROR_CODES = 'https://github.com/nextpress/nextpress/blob/main/docs/error-codes.md';

/**
 * Emits a process warning with a code. Node prints a link to the code's documentation below it.
 *
 * @param detail - printed between the message and the link
 *
 * @example
 * import { warn } from '@nextpress/middleware';
 *
 * process.once('warning', (warning) => {
 *   warning.code; // => 'NEXTPRESS_NEXT_TWICE'
 * });
 * warn('NEXTPRESS_NEXT_TWICE', 'The layer called next() a second time.');
 */
export function warn(code: string, message: string, detail = ''): void {
  const address = `See ${ERROR_CODES}#${code.toLowerCase()}`;
  process.emitWarning(message, {
    type: 'NextpressWarning',
    code,
    detail: detail === '' ? address : `${detail}\n${address}`,
  });
}
