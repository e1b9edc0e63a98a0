/** @module Lists of fields as `rawHeaders` and `rawTrailers` have them: names and values in turn. */

/** The fields except some, in the order, the case and the number in which they were sent. */
export function fieldsOf(rawHeaders: readonly string[], left: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_value, at) => !left.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

export function pairsOf(fields: readonly string[]): [name: string, value: string][] {
  return fields.flatMap((name, at) =>
    at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as [string, string]] : [],
  );
}
