const marks = { start: '<!-- result -->', end: '<!-- end of result -->' };

/**
 * A document with its generated part written anew; what people wrote around it stays.
 *
 * @param {string} text
 * @param {string} generated
 * @param {string} name The document's, for the message.
 * @throws Error when the marks are not there, once each and in order
 */
export function replaceMarked(text, generated, name) {
  const start = text.indexOf(marks.start);
  const end = text.indexOf(marks.end);
  if (start === -1 || end < start || text.indexOf(marks.start, start + 1) !== -1) {
    throw new Error(`${name} has lost its marks: ${marks.start} and, after it, ${marks.end}`);
  }
  return `${text.slice(0, start + marks.start.length)}\n\n${generated.trim()}\n\n${text.slice(end)}`;
}
