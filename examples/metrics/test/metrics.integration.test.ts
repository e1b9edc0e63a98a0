import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = new URL('..', import.meta.url);

let example: RunningExample;
let metricsUrl: string;
beforeAll(async () => {
  example = await startExample(home, { env: { METRICS_PORT: '0' } });
  metricsUrl = /http:\/\/localhost:\d+\/metrics/.exec(example.printed())?.[0] ?? '';
});
afterAll(() => example.interrupt());

/** The samples, by name and labels in Prometheus's format. */
async function samples(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4; charset=utf-8/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Waits until a sample has a value: a response may arrive before the hooks after it have run. */
async function until(sample: string, value: number): Promise<Map<string, number>> {
  for (;;) {
    const found = await samples();
    if (found.get(sample) === value) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Sends bytes that the fast lane hands to Node. */
function sendUnusual(): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const client = connect(Number(new URL(example.url).port), 'localhost');
    client.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    client.on('end', () => resolve(received)).on('error', reject);
    client.write('GET /products/8 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });
}

const count = (labels: string): string => `http_request_duration_seconds_count{${labels}}`;

test('Prometheus reads latencies by route, requests in flight, the delay of the event loop and the lanes', async () => {
  for (const path of ['/products/7', '/products/8', '/orders/1', '/none']) await fetch(example.url + path);
  await fetch(`${example.url}/orders`, { method: 'POST' });
  await sendUnusual();
  const all = await until(count('method="GET",route="/products/:id",status="200"'), 3);
  expect(all.get(count('method="GET",route="/orders/:id",status="200"'))).toBe(1);
  expect(all.get(count('method="POST",route="/orders",status="500"'))).toBe(1);
  expect(all.get(count('method="GET",route="none",status="404"'))).toBe(1);
  const slow = 'http_request_duration_seconds_sum{method="GET",route="/orders/:id",status="200"}';
  // In seconds.
  expect(all.get(slow)).toBeGreaterThan(0);
  expect(all.get(slow)).toBeLessThan(15);
  expect(all.get('http_requests_in_flight')).toBe(0);
  expect(all.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(all.get('nextpress_lane_requests_total{lane="fast"}')).toBe(5);
  expect(all.get('nextpress_lane_requests_total{lane="node"}')).toBe(1);
  expect(all.get('nextpress_lane_hand_overs_total{reason="connection"}')).toBe(1);
});

test('a request whose client disconnects is counted as aborted', async () => {
  const controller = new AbortController();
  const request = fetch(`${example.url}/orders/2/changes`, { signal: controller.signal });
  await until('http_requests_in_flight', 1);
  controller.abort();
  await expect(request).rejects.toThrow();
  await until(count('method="GET",route="/orders/:id/changes",status="aborted"'), 1);
  expect((await samples()).get('http_requests_in_flight')).toBe(0);
});

test('the dashboard only queries metrics that exist', async () => {
  const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', home), 'utf8'));
  const known = new Set([...(await samples()).keys()].map((sample) => sample.replace(/\{.*/, '')));
  const expressions: string[] = dashboard.panels.flatMap(({ targets }: { targets?: { expr: string }[] }) =>
    (targets ?? []).map(({ expr }) => expr),
  );
  expect(expressions.length).toBeGreaterThan(5);
  const asked = expressions.flatMap((text) => text.match(/\b(?:http|nextpress|nodejs|process)_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThanOrEqual(expressions.length);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});
