/** @module The metrics that user code of this worker reports. */

import { printValue } from '@nextpress/semantics/options';
import type { Numbers } from '../messages.ts';

/** Functions that read the metrics of a worker. */
export interface MetricsSource {
  /** Numbers that only increase. The cluster keeps those of workers that have exited. */
  readonly counters?: (() => Readonly<Numbers>) | undefined;
  /** Numbers that go up and down, such as open requests. Those of workers that have exited are forgotten. */
  readonly gauges?: (() => Readonly<Numbers>) | undefined;
}

export class ReportedNumbers {
  readonly #sources: MetricsSource[] = [];

  /** @throws TypeError when a source is not a function */
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

  /** @throws TypeError for a value that is not a number */
  read(kind: 'counters' | 'gauges'): Numbers {
    const sum: Numbers = {};
    for (const source of this.#sources) addNumbers(sum, source[kind]?.() ?? {});
    return sum;
  }
}

/** @throws TypeError for a value that is not a number */
function addNumbers(sum: Numbers, numbers: Readonly<Numbers>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new TypeError(`Invalid metric "${name}": expected a finite number, got ${printValue(value)}.`);
    }
    sum[name] = (sum[name] ?? 0) + value;
  }
}
