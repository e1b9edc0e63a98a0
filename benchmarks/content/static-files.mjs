/** @module Files to serve, the same on every machine, in the system's folder for temporary files. */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The same on every machine, as it goes into entity tags. */
const CHANGED = new Date('2026-01-01T00:00:00Z');

/** Lines of 64 bytes that are all different. @param {number} bytes */
const content = (bytes) =>
  Buffer.from(
    Array.from({ length: bytes / 64 }, (_, line) => `${String(line).padStart(62, '.')};\n`).join(''),
  );

export const small = { path: '/1kb.txt', content: content(1_024) };
export const medium = { path: '/50kb.css', content: content(51_200) };
export const large = { path: '/1mb.bin', content: content(1_048_576) };

/** @param {Uint8Array} bytes @returns {import('../suite.mjs').Answer['body'] & object} */
export const digestOf = (bytes) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** The folder that holds them: made by the first server that asks, and left for the next one. */
export function staticFolder() {
  const folder = join(tmpdir(), `nextpress-benchmarks-static-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const made = mkdtempSync(join(tmpdir(), 'nextpress-benchmarks-'));
  for (const { path, content } of [small, medium, large]) {
    writeFileSync(join(made, path), content);
    utimesSync(join(made, path), CHANGED, CHANGED);
  }
  renameSync(made, folder);
  return folder;
}
