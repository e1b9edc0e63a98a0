// V8 keeps the text of a script in memory, with two bytes per character if any of them is not Latin-1. A "…" in a message
// would double the size of a package's text and slow down parsing.

/**
 * Escapes the characters beyond ASCII in strings, templates and regular expressions of code without comments.
 *
 * @param {string} code
 */
export function escapeNonAscii(code) {
  const escaped = code.replace(/[^\0-\x7f]/g, escapeOf);
  if (escaped !== code && /\bString\.raw`/.test(code)) {
    throw new Error('Invalid String.raw: expected ASCII only. Use a plain string');
  }
  return escaped;
}

/** @param {string} unit */
function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
