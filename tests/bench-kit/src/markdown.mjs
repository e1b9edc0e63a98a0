/**
 * Writes a table whose columns are aligned in the source too: the first to the left, the others to the right.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} body
 */
export function markdownTable(head, body) {
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  /** @param {string} cell @param {number} column */
  const aligned = (cell, column) => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  /** @param {readonly string[]} cells */
  const line = (cells) => `| ${cells.map(aligned).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
