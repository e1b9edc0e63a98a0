import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawResponse } from '@nextpress-internal/test-kit';
import { ask } from '../subject.ts';
import type { RuleCase } from './rule.ts';

/** The content of the file. */
export const CONTENT = '0123456789';

/** That of `/long.txt`, of which some parts are shorter than the whole. */
export const LONG_CONTENT: string = CONTENT.repeat(1_000);

/** So long ago that the date is a strong validator (RFC 9110 §8.8.2.2). */
const MODIFIED = new Date('2020-01-02T03:04:05Z');
const IN_A_YEAR = new Date(Date.now() + 366 * 24 * 60 * 60 * 1_000);

/** A file on a server, and its validators; next to it are `/long.txt` and `/future.txt`. */
export interface ServedFile {
  readonly etag: string;
  readonly modified: string;
  request(fields: Readonly<Record<string, string>>, method?: string, target?: string): Promise<RawResponse>;
}

/** Tries a rule on a server of files. */
export function onFile(holds: (file: ServedFile) => Promise<void>): RuleCase {
  return async ({ serveFiles }) => {
    const folder = mkdtempSync(join(tmpdir(), 'nextpress-rules-'));
    write(folder, 'a.txt', CONTENT, MODIFIED);
    write(folder, 'long.txt', LONG_CONTENT, MODIFIED);
    write(folder, 'future.txt', CONTENT, IN_A_YEAR);
    try {
      const server = await serveFiles(folder);
      const request: ServedFile['request'] = (fields, method = 'GET', target = '/a.txt') =>
        ask(server, method, target, fields);
      const { headers } = await request({});
      await holds({ etag: headers.etag ?? '', modified: headers['last-modified'] ?? '', request });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function write(folder: string, name: string, content: string, modified: Date): void {
  const path = join(folder, name);
  writeFileSync(path, content);
  utimesSync(path, modified, modified);
}
