import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

interface Span {
  readonly name: string;
  /** 0: internal, 1: server, 2: client. */
  readonly kind: number;
  readonly trace: number | 'own';
  readonly parent?: string | number;
  readonly status: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Telemetry {
  readonly spans: readonly Span[];
  /** The span that was active, by place. */
  readonly contexts: Readonly<Record<string, string>>;
  readonly fast: number;
}

/** The output of a separate process that serves in a lane, with the instrumentation loaded first or last. */
async function telemetryOf(lane: string, order: string): Promise<Telemetry> {
  const script = fileURLToPath(new URL('telemetry-child.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, lane, order], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { spans, ...rest } = JSON.parse(stdout) as Telemetry;
  return { spans: [...spans].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)), ...rest };
}

let plain: Telemetry;
beforeAll(async () => {
  plain = await telemetryOf('node', 'first');
});

test('on plain Node, spans of pipelined requests have their own traces, parents and routes', () => {
  const ofServer = plain.spans.filter(({ kind }) => kind === 1);
  const picture = ofServer.map(({ name, trace, parent, attributes }) => [
    name,
    attributes['url.path'],
    trace,
    parent,
    attributes['http.response.status_code'],
  ]);
  expect(picture).toEqual([
    ['DELETE /route/now', '/now', 8, 8, 200],
    ['GET /route/awaits', '/awaits', 4, 4, 200],
    ['GET /route/called', '/called', 6, '2 GET', 200],
    ['GET /route/calls', '/calls', 6, 6, 200],
    ['GET /route/late', '/late', 2, 2, 200],
    ['GET /route/now', '/now', 1, 1, 200],
    ['GET /route/now', '/now', 7, 7, 200],
    ['GET /route/own', '/own', 'own', undefined, 200],
    ['POST /route/body', '/body', 3, 3, 200],
    ['PUT /route/broken', '/broken', 5, 5, 500],
  ]);
  const within = plain.spans.filter(({ kind }) => kind === 0);
  expect(within.map(({ name, trace, parent }) => [name, trace, parent])).toContainEqual([
    'inner',
    4,
    '0 outer',
  ]);
  expect(within.map(({ name, trace, parent }) => [name, trace, parent])).toContainEqual([
    'work /late',
    2,
    '1 GET /route/late',
  ]);
});

describe.each(['fast', 'lazy', 'registered'])('in the %s lane', (lane) => {
  test.each(['first', 'last'])(
    'OpenTelemetry, loaded %s, reports the same spans and contexts as on plain Node',
    async (order) => {
      const { fast, ...telemetry } = await telemetryOf(lane, order);
      const { fast: _, ...expected } = plain;
      expect(telemetry).toEqual(expected);
      expect(fast).toBeGreaterThan(0);
    },
  );
});
