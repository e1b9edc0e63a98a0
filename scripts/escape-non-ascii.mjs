// V8 keeps the text of a script as long as it lives, in two bytes a character if one of them isn't Latin-1, and reads it more
// slowly then: a "…" in a message doubles what a package's text takes.

/**
 * Code without comments, with its other characters as escapes: they are in strings, templates and regular expressions.
 *
 * The lines stay; columns behind an escape, in the few lines that have one, aren't worth another source map.
 *
 * @param {string} code
 */
export function escapeNonAscii(code) {
  const escaped = code.replace(/[^\0-\x7f]/g, escapeOf);
  if (escaped !== code && /\bString\.raw`/.test(code)) {
    throw new Error('String.raw would show the escapes: write the text as a string');
  }
  return escaped;
}

/** @param {string} unit */
function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
