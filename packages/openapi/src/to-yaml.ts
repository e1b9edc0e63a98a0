/** Words and numbers that YAML 1.1 or 1.2 would not parse as strings. */
const AMBIGUOUS = /^(?:~|null|true|false|yes|no|on|off|y|n)$|^[-+.\d]/i;
const PLAIN = /^[A-Za-z0-9_$/.][\w$./+{} -]*$/;
/** Multiline strings that a block scalar preserves: printable, and not indented. */
const BLOCK = /^(?! )[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}\p{Zs}]| |\n(?![\n ]*$))*$/u;

/**
 * Writes a JSON value as YAML 1.2 that YAML 1.1 parsers read the same way.
 *
 * @example
 * ```ts
 * import { toYaml } from '@nextpress/openapi';
 *
 * toYaml({ info: { title: 'Users' } }); // => 'info:\n  title: Users\n'
 * ```
 */
export function toYaml(value: unknown): string {
  return `${write(value, '').replace(/^\n/, '')}\n`;
}

/** Block collections start on a new line; everything else is a single line or a block scalar. */
function write(value: unknown, indent: string): string {
  if (typeof value === 'string') return text(value, indent);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((item) => `\n${indent}- ${inItem(write(item, `${indent}  `))}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    if (entries.length === 0) return '{}';
    return entries
      .map(([key, each]) => `\n${indent}${scalar(key)}:${afterKey(write(each, `${indent}  `))}`)
      .join('');
  }
  return JSON.stringify(value) ?? 'null';
}

/** The first entry of a collection is on the same line as its dash. */
function inItem(written: string): string {
  return written.startsWith('\n') ? written.trimStart() : written;
}

function afterKey(written: string): string {
  return written.startsWith('\n') ? written : ` ${written}`;
}

function text(value: string, indent: string): string {
  if (!value.includes('\n') || !BLOCK.test(value)) return scalar(value);
  const lines = value.split('\n').map((line) => (line === '' ? '' : (indent || '  ') + line));
  return `|-\n${lines.join('\n')}`;
}

function scalar(value: string): string {
  const isPlain = PLAIN.test(value) && !AMBIGUOUS.test(value) && !value.endsWith(' ');
  return isPlain ? value : JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
