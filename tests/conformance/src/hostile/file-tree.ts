import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The content of every file that must not be served. */
export const SECRET = 'only readable after the guard';

const files: Readonly<Record<string, string>> = {
  'public/index.html': 'public',
  'public/open.txt': 'public',
  'public/x/open.txt': 'public',
  'public/administrator/open.txt': 'public',
  'public/admin/index.html': SECRET,
  'public/admin/secret.txt': SECRET,
  'public/admin/deep/secret.txt': SECRET,
  'public/.env': SECRET,
  'public/.git/config': SECRET,
  'publicevil/secret.txt': SECRET,
  'secret.txt': SECRET,
};

/** A root with guarded and hidden files, and secrets next to it. */
export interface FileTree {
  /** The directory to serve. */
  readonly root: string;
  remove(): void;
}

export function makeFileTree(): FileTree {
  const path = mkdtempSync(join(tmpdir(), 'hostile-'));
  for (const [name, content] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  // Files that an author may have forgotten.
  symlinkSync(path, join(path, 'public', 'up'));
  return { root: join(path, 'public'), remove: () => rmSync(path, { recursive: true }) };
}
