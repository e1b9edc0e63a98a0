/**
 * Aligns rows in columns, two spaces apart, without spaces at the end of a line.
 *
 * @param paint - colors a cell, given its text and the number of its column
 */
export function table(
  rows: readonly (readonly string[])[],
  paint: (text: string, column: number) => string = (text) => text,
): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, at) => Math.max(cell.length, known[at] ?? 0)),
    [],
  );
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== '');
    // Colors have a length, so the text is padded before.
    return row
      .slice(0, last + 1)
      .map((cell, at) => paint(at === last ? cell : cell.padEnd(widths[at] ?? 0), at))
      .join('  ');
  });
}
