/** @module The metrics that the application reports in this worker. */

import { printValue } from '@nextpress/semantics/options';
import type { Numbers } from '../messages.ts';

/** Functions that read a worker's metrics. */
export interface MetricsSource {
  /** Numbers that only increase. Those of exited workers still count. */
  readonly counters?: (() => Readonly<Numbers>) | undefined;
  /** Numbers that go up and down, such as open requests. Those of exited workers are dropped. */
  readonly gauges?: (() => Readonly<Numbers>) | undefined;
}

export class ReportedNumbers {
  readonly #sources: MetricsSource[] = [];

  /** @throws TypeError if a source is not a function */
  add(source: MetricsSource): void {
    for (const kind of ['counters', 'gauges'] as const) {
      const read: unknown = source?.[kind];
      if (read === undefined || typeof read === 'function') continue;
      throw new TypeError(
        `Invalid "${kind}" of reportMetrics(): expected a function that returns numbers by name, got ${printValue(read)}.`,
      );
    }
    this.#sources.push(source);
  }

  /** @throws TypeError if a value is not a number */
  read(kind: 'counters' | 'gauges'): Numbers {
    const sum: Numbers = {};
    for (const source of this.#sources) addNumbers(sum, source[kind]?.() ?? {});
    return sum;
  }
}

/** @throws TypeError if a value is not a number */
function addNumbers(sum: Numbers, numbers: Readonly<Numbers>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new TypeError(`Invalid metric "${name}": expected a finite number, got ${printValue(value)}.`);
    }
    sum[name] = (sum[name] ?? 0) + value;
  }
}
