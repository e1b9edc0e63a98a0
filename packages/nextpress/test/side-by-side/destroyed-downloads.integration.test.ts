// The error of `res.sendFile` and `res.download` when the connection is destroyed with an error while a file is opened.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fastLane, nodeLane, VERSION_5 } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

const root = mkdtempSync(join(tmpdir(), 'side-by-side-destroyed-downloads-'));
const file = join(root, 'a.txt');
writeFileSync(file, 'a');
afterAll(() => rmSync(root, { recursive: true }));

describe.each([
  ['Express 5', VERSION_5.theirs, nodeLane],
  ['version 5 in the fast lane', VERSION_5.ours, fastLane],
  ["version 5 in Node's lane", VERSION_5.ours, nodeLane],
  ['Express 4', VERSION_4.theirs, nodeLane],
  ['version 4 in the fast lane', VERSION_4.ours, fastLane],
  ["version 4 in Node's lane", VERSION_4.ours, nodeLane],
] as const)('%s', (_, express, lane) => {
  test.each(['sendFile', 'download'] as const)(
    'res.%s calls back with the error that the connection was destroyed with',
    async (method) => {
      const app = express();
      const failed = new Promise<Error>((resolve) => {
        app.use((req, res) => {
          res[method](file, (error) => resolve(error as Error));
          req.socket.destroy(new Error('broken'));
        });
      });
      const { url, close } = await lane(app);
      await fetch(url).catch(() => {});
      expect((await failed).message).toBe('broken');
      await close();
    },
  );
});
