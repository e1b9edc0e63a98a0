/** @module Field lists in the form of `rawHeaders` and `rawTrailers`: names and values alternate. */

/** Removes some fields; the others keep their order, case and count. */
export function fieldsOf(rawHeaders: readonly string[], left: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_value, at) => !left.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

export function pairsOf(fields: readonly string[]): [name: string, value: string][] {
  return fields.flatMap((name, at) =>
    at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as [string, string]] : [],
  );
}
