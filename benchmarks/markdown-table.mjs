/**
 * A table, aligned to be read as text too: the first column to the left, the others to the right.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} body
 */
export function markdownTable(head, body) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  /** @param {readonly string[]} cells */
  const line = (cells) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n');
}
