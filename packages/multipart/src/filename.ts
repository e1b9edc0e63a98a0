/** @module File names that are safe to display. */

/** Everything up to the last separator of any system: a client may run Windows while the server runs Linux. */
const LAST_SEPARATOR = /^.*[/\\]/s;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;

/** The last segment of a file name, without control characters; empty for `.` and `..`. */
export function safeFilename(original: string): string {
  const name = original.replace(CONTROL_CHARACTERS, '').replace(LAST_SEPARATOR, '');
  return name === '.' || name === '..' ? '' : name;
}
