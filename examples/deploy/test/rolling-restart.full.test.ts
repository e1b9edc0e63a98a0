// Restarts two instances under load, with the real proxies.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { Clients } from './clients.ts';
import { Instance } from './instance.ts';
import { isInstalled, type LoadBalancer, PROXIES, startProxy } from './proxy.ts';

const RESTARTS = 20;
const CLIENTS = 12;

/** Restarts the instances alternately while clients send requests through the proxy. */
async function restartUnderLoad(proxy: LoadBalancer) {
  const ports = [await freePort(), await freePort()] as const;
  const env = { BALANCER: proxy.name, CLOSE_DELAY: String(proxy.closeDelay) };
  const instances = ports.map((port, at) => new Instance('ab'[at] as string, port, env));
  await Promise.all(instances.map((instance) => instance.start()));
  const running = await startProxy(proxy, ports);
  const clients = new Clients(running.port, CLIENTS);
  const codes: (number | null)[] = [];
  for (let count = 0; count < RESTARTS; count++) {
    const instance = instances[count % 2] as Instance;
    codes.push(await instance.stop());
    await instance.start();
    // The proxy also has to notice before the other instance stops.
    await wait(proxy.closeDelay / 2);
  }
  const report = await clients.stop();
  await running.stop();
  await Promise.all(instances.map((instance) => instance.stop()));
  const output = instances.map((instance) => instance.output).join('');
  return { report, codes, output, log: running.output() };
}

for (const proxy of PROXIES) {
  const hasProxy = isInstalled(proxy);
  if (!hasProxy) console.warn(`Skipped: rolling restarts with ${proxy.name}, which is not installed`);
  describe.skipIf(!hasProxy)(`behind ${proxy.name}`, () => {
    test(`${RESTARTS} restarts under load do not fail any request`, { timeout: 300_000 }, async () => {
      const { report, codes, output, log } = await restartUnderLoad(proxy);
      console.log(`${proxy.name}: ${report.good} requests, ${report.failures.length} failed`);
      expect(report.failures, log).toEqual([]);
      expect(codes).toEqual(Array.from({ length: RESTARTS }, () => 0));
      expect(output).toBe('');
      expect([...report.served.keys()].sort()).toEqual(['a', 'b']);
      expect(report.good).toBeGreaterThan(RESTARTS * CLIENTS);
    });
  });
}
