import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawResponse } from '@nextpress-internal/test-kit';
import { ask } from '../subject.ts';
import type { RuleCase } from './rule.ts';

/** The content of the one file. */
export const CONTENT = '0123456789';

/** A file on a server, and its validators. */
export interface ServedFile {
  readonly etag: string;
  readonly modified: string;
  request(fields: Readonly<Record<string, string>>, method?: string, target?: string): Promise<RawResponse>;
}

/** Tries a rule on a server of one file. */
export function onFile(holds: (file: ServedFile) => Promise<void>): RuleCase {
  return async ({ serveFiles }) => {
    const folder = mkdtempSync(join(tmpdir(), 'nextpress-rules-'));
    writeFileSync(join(folder, 'a.txt'), CONTENT);
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
