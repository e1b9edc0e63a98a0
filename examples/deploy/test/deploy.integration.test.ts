import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { freePort } from '../../../scripts/free-port.mjs';
import { Instance } from './instance.ts';
import { checkConfiguration, isInstalled, PROXIES, startProxy } from './proxy.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

for (const proxy of PROXIES) {
  const hasProxy = isInstalled(proxy);
  if (!hasProxy) console.warn(`Skipped: the configuration of ${proxy.name}, which is not installed`);
  describe.skipIf(!hasProxy)(`${proxy.name} in front of an instance`, () => {
    let instance: Instance;
    let running: Awaited<ReturnType<typeof startProxy>>;
    beforeAll(async () => {
      const ports = [await freePort(), await freePort()] as const;
      instance = new Instance('a', ports[0], { BALANCER: proxy.name });
      await instance.start();
      running = await startProxy(proxy, ports);
    });
    afterAll(async () => {
      await running?.stop();
      await instance?.stop();
    });

    test('has a valid configuration', () => {
      expect(checkConfiguration(proxy)).toBe('');
    });

    test('forwards the address of the client, not the address that the client claims', async () => {
      const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' };
      const response = await fetch(`http://127.0.0.1:${running.port}/`, { headers });
      expect(await response.json()).toEqual({ instance: 'a', client: '127.0.0.1', protocol: 'http' });
    });
  });
}

interface Container {
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } } | undefined;
}

interface PodTemplate {
  readonly metadata: { readonly labels: object };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly [Container];
  };
}

describe('the Kubernetes manifest', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  const [deployment, service, budget] = documents.map((document) => document.toJS());
  const { metadata, spec }: PodTemplate = deployment.spec.template;
  const [container] = spec.containers;

  test('has a deployment, a service and a disruption budget for the same instances', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect([deployment.kind, service.kind, budget.kind]).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ]);
    const { labels } = metadata;
    expect([deployment.spec.selector, service.spec.selector, budget.spec.selector]).toEqual([
      { matchLabels: labels },
      labels,
      { matchLabels: labels },
    ]);
  });

  test('probes the endpoints of the server', async () => {
    const port = await freePort();
    const instance = new Instance('a', port, {});
    await instance.start();
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const path = container[probe]?.httpGet.path;
      expect([probe, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([probe, 200]);
    }
    expect(await instance.stop()).toBe(0);
  });

  test('leaves time for preStop and for the grace period of the server', () => {
    const sleep = Number(container.lifecycle.preStop.exec.command[1]);
    const grace = Number(/grace: ([\d_]+)/.exec(read('server.mjs'))?.[1]?.replace('_', '')) / 1000;
    expect(grace).toBe(20);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(sleep + grace);
  });
});
