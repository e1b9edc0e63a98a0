import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const telemetry = new URL('telemetry.mjs', import.meta.url);
const application = new URL('traced-application.mjs', import.meta.url);

// Instrumentation has to be loaded before the application, so this is a process of its own; it imports the built package.
test.each(['fast', 'node'])(
  "OpenTelemetry's HTTP instrumentation names the spans of createServer() after routes, in the %s lane",
  async (lane) => {
    const args = ['--import', telemetry.href, fileURLToPath(application), lane];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'GET /users/:id', route: '/users/:id', status: 200 },
      { name: 'work', parent: 'POST /api/items/:item' },
      { name: 'POST /api/items/:item', route: '/api/items/:item', status: 200 },
      { name: 'GET /admin/fail/:why', route: '/admin/fail/:why', status: 500 },
      { name: 'GET', status: 404 },
    ]);
  },
);
