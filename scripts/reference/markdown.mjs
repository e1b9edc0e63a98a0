/** @module Markdown for VitePress: the site has the anchors that `{#…}` sets, and reads `<` in text as HTML. */

/** @param {string} name Such as `res.sendFile`. */
export function anchorOf(name) {
  return name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** @param {number} level @param {string} title @param {string} [anchor] */
export function heading(level, title, anchor = anchorOf(title)) {
  return `${'#'.repeat(level)} ${title} {#${anchor}}`;
}

/** @param {string} code @param {string} [language] */
export function block(code, language = 'ts') {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** Text of a comment: its lines are joined, lists and paragraphs stay. @param {string} text */
export function prose(text) {
  return escapeText(text.replace(/([^\n])\n(?![\n\-*]|\d\.)/g, '$1 '));
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} text */
export function code(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The parts that are not empty. @param {readonly (string | undefined | false)[]} parts @returns {string[]} */
export function present(parts) {
  return /** @type {string[]} */ (
    parts.filter((part) => part !== undefined && part !== false && part !== '')
  );
}

/** @param {string} text */
function cell(text) {
  return text.replace(/\n+/g, ' ').replace(/\|/g, '\\|');
}

/** Outside of code, `<` would begin a tag and `{{` an expression of Vue. @param {string} text */
function escapeText(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')))
    .join('');
}

/** A page: its title, a sentence about it, and what follows. @param {string} title @param {string} text @param {readonly string[]} blocks */
export function pageText(title, text, blocks) {
  return `${present([`# ${title}`, text, ...blocks]).join('\n\n')}\n`;
}
