import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files on the disk for one test file. */
export interface FileTree {
  /** Absolute, without symbolic links. */
  readonly path: string;
  remove(): void;
}

/** Writes files into a new directory; names may contain slashes. */
export function fileTree(files: Readonly<Record<string, string | Uint8Array>>): FileTree {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'static-test-')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, remove: () => rmSync(path, { recursive: true }) };
}
