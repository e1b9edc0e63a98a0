/** @module What the process keeps of memory that was freed. Bench: `npm run bench -- --scenario upload`. */

/** glibc keeps twice as much at the end of each heap, and takes blocks of that size from it. */
const BLOCK = 16 * 1024 * 1024;

let isKept = process.platform !== 'linux';

/**
 * Has the C library keep more of what is freed. Pieces of bodies are freed together, as V8 collects, and glibc gives whatever lies
 * free at the end of its heap back to the system from 128 KiB on: for the next bodies the system fills it in again, page by page,
 * which may cost more than the upload. It adapts that limit to the largest block of a mapping of its own that was freed (mallopt(3),
 * `M_MMAP_THRESHOLD`), so it is given one, which nobody ever touches. Where `MALLOC_TRIM_THRESHOLD_` is set, that counts.
 */
export function keepFreedMemory(): void {
  if (isKept) return;
  isKept = true;
  try {
    Buffer.allocUnsafeSlow(BLOCK);
  } catch {
    // Where even what nobody touches is limited, there is nothing to keep.
  }
}
