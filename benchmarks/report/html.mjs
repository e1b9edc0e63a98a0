/** @param {string} text */
export function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Markup that needs no escaping any more. */
class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** @typedef {string | number | Markup | undefined | false | readonly (string | number | Markup | undefined | false)[]} Part */

/**
 * Markup from a template: what is put in is escaped, unless it is markup itself; arrays are joined,
 * `undefined` and `false` leave nothing.
 *
 * @param {TemplateStringsArray} fixed
 * @param {...Part} parts
 */
export function html(fixed, ...parts) {
  return new Markup(fixed.map((text, index) => text + written(parts[index])).join(''));
}

/** @param {string} text Markup made elsewhere, such as a chart's SVG. */
export function raw(text) {
  return new Markup(text);
}

/** @param {Part} part @returns {string} */
function written(part) {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(written).join('');
}
