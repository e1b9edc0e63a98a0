import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal, readJournals } from '../journal.mjs';

test('reads complete records, also after one that a full disk has cut', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-journal-'));
  const path = join(folder, '0.journal');
  const journal = openJournal(path);
  journal.append({ id: 'a' });
  appendFileSync(path, '\n{"id":"cu');
  journal.append({ id: 'b' });
  journal.append({ id: 'b' });
  journal.append({ probe: true });
  journal.close();
  expect([...readJournals([path])]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  rmSync(folder, { recursive: true });
});
