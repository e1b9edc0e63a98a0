import type { Layer } from './layer.ts';
import { warn } from './warn.ts';

/** Layers already reported, so that one layer cannot flood the log. */
const reported = new WeakSet<object>();

/** Reports a repeated `next()` as a process warning with the code `NEXTPRESS_NEXT_TWICE`, once per layer. */
export function reportRepeatedNext<Req, Res>(layers: readonly Layer<Req, Res>[], at: number): void {
  const layer = layers[at] as Layer<Req, Res>;
  if (reported.has(layer)) return;
  reported.add(layer);
  warn(
    'NEXTPRESS_NEXT_TWICE',
    `${layerName(layers, at)} called next() a second time; the second call had no effect.\n` +
      'Call next() once, and return after it.',
  );
}

/** Reports an error that has no effect as a process warning with the code `NEXTPRESS_LATE_ERROR`. */
export function reportLateError(error: unknown): void {
  warn(
    'NEXTPRESS_LATE_ERROR',
    `An error after next() had no effect, because the response had started: ${textOf(error)}`,
  );
}

/** Applications may throw values that cannot be converted to strings. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? (error.stack ?? error.message) : error);
  } catch {
    return 'a value that cannot be printed';
  }
}

/** Names a layer in a message by its position and function name. */
export function layerName<Req, Res>(layers: readonly Layer<Req, Res>[], at: number): string {
  const { name } = layers[at] as Layer<Req, Res>;
  return `layer ${at + 1} of ${layers.length}${name === '' ? '' : ` ("${name}")`}`;
}
