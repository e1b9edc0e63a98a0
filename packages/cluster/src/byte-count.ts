const FACTORS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 };

/** Reads a byte count such as `1024` or `'512mb'`; `undefined` for anything else. */
export function byteCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const found = typeof value === 'string' ? /^(\d+(?:\.\d+)?) ?([kmg]?b)$/i.exec(value) : null;
  const [, amount, unit = ''] = found ?? [];
  return amount === undefined ? undefined : Number(amount) * (FACTORS[unit.toLowerCase()] ?? 1);
}

/** Formats a byte count, e.g. `512 MiB`. */
export function printBytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
