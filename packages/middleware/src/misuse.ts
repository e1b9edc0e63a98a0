import type { Layer } from './layer.ts';

/** Layers already reported, so that a faulty one can't flood the log with one warning per request. */
const reported = new WeakSet<object>();

/**
 * Reports a `next` that no longer counts as a process warning with code `NEXTPRESS_NEXT_TWICE`: once for each
 * layer, or each time when an error would be lost with it.
 */
export function reportMisuse<Req, Res>(layers: readonly Layer<Req, Res>[], at: number, error: unknown): void {
  const layer = layers[at] as Layer<Req, Res>;
  if (!error && reported.has(layer)) return;
  reported.add(layer);
  const name = layerName(layers, at);
  const lost = error
    ? ` It carried: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    : '';
  process.emitWarning(
    `${name} passed the request on a second time; the second call had no effect.${lost}\n` +
      'Call next() once, return after it, and throw nothing behind it.',
    { type: 'NextpressWarning', code: 'NEXTPRESS_NEXT_TWICE' },
  );
}

/** The layer as a message names it: by its place, and by its function's name where it has one. */
export function layerName<Req, Res>(layers: readonly Layer<Req, Res>[], at: number): string {
  const { name } = layers[at] as Layer<Req, Res>;
  return `layer ${at + 1} of ${layers.length}${name === '' ? '' : ` ("${name}")`}`;
}
