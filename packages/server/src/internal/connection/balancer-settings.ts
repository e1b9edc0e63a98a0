/** @module The option `behind` of `listen`. */

import type { Server } from 'node:http';
import { warn } from '@nextpress/middleware';
import { invalidOption } from '@nextpress/semantics/options';
import type { Balancer } from '../../types/listening.ts';
import type { NodeServerOptions } from '../../types/server-options.ts';

/** The settings of an application. */
interface Settings {
  readonly values: Readonly<Record<string, unknown>>;
  set(name: string, value: unknown): void;
}

/**
 * Sets which proxies are trusted, and which of their headers are used.
 *
 * @throws TypeError if the application must configure which proxies to trust
 */
export function trustBalancer(balancer: Balancer, settings: Settings): void {
  if (balancer === 'none') return;
  const { hops } = BALANCERS[balancer];
  if (settings.values['trust proxy'] === false) {
    if (hops === undefined) {
      throw invalidOption(
        'listen',
        'behind',
        `the setting "trust proxy" with the networks in https://www.cloudflare.com/ips, or 1 if only Cloudflare can connect`,
        balancer,
      );
    }
    settings.set('trust proxy', hops);
  }
  // These balancers forward the client's X-Forwarded-Host unchanged.
  if (settings.values['forwarded host'] === undefined) settings.set('forwarded host', false);
}

/** Sets the server timeouts that the application's options leave unset. */
export function setTimeouts(balancer: Balancer, server: Server, options: NodeServerOptions): void {
  if (balancer === 'none') return;
  if (options.keepAliveTimeout === undefined) server.keepAliveTimeout = BALANCERS[balancer].keepAlive * 1000;
  if (options.headersTimeout !== undefined) return;
  // A balancer opens connections in advance, so the first head may take as long as a later one.
  const wanted = Math.max(server.headersTimeout, server.keepAliveTimeout + 1000);
  if (options.requestTimeout === undefined) server.requestTimeout = Math.max(server.requestTimeout, wanted);
  // Node applies the smaller of the two to heads.
  server.headersTimeout = Math.min(wanted, server.requestTimeout || Number.POSITIVE_INFINITY);
}

/** Warns about settings that conflict with the load balancer. Runs once the server listens, because they may be set after `listen`. */
export function warnOfContradictions(
  balancer: Balancer,
  server: Server,
  { values }: Pick<Settings, 'values'>,
): void {
  const trust = values['trust proxy'];
  if (balancer === 'none') {
    if (trust)
      warnOf(
        '"trust proxy" is set without a proxy, so clients can forge their address',
        'behind: with the name of the load balancer, or trustProxy: false',
      );
    return;
  }
  const profile = BALANCERS[balancer];
  if (trust === true)
    warnOf(
      '"trust proxy" is true, so clients can forge their address',
      `trustProxy: ${trustExample(profile)}`,
    );
  const { keepAliveTimeout, headersTimeout, requestTimeout } = server;
  if (keepAliveTimeout !== 0 && keepAliveTimeout <= profile.idle * 1000) {
    warnOf(
      `keepAliveTimeout is ${keepAliveTimeout} ms, but ${profile.name} keeps idle connections for ${profile.idle} s, so it will send requests on connections that the server is closing`,
      `keepAliveTimeout: ${profile.keepAlive * 1000}`,
    );
  }
  const isLimited = requestTimeout !== 0 && headersTimeout >= requestTimeout;
  if (headersTimeout !== 0 && headersTimeout <= keepAliveTimeout && !isLimited) {
    warnOf(
      `headersTimeout (${headersTimeout} ms) is not longer than keepAliveTimeout (${keepAliveTimeout} ms), so connections without a first request end before idle ones`,
      `headersTimeout: ${keepAliveTimeout + 1000}`,
    );
  }
}

function trustExample({ hops }: BalancerProfile): string {
  return hops === undefined
    ? "['173.245.48.0/20', …], the networks in https://www.cloudflare.com/ips"
    : String(hops);
}

function warnOf(problem: string, remedy: string): void {
  warn('NEXTPRESS_BALANCER', `Conflicting proxy settings: ${problem}. Use ${remedy}.`);
}

/** A load balancer, as a server sees it. */
export interface BalancerProfile {
  /** Name used in messages. */
  readonly name: string;
  /** How long it keeps an idle connection to a server, in seconds. */
  readonly idle: number;
  /** How long the server keeps one, in seconds: longer, so that the balancer never sends a request on a connection that is closing. */
  readonly keepAlive: number;
  /** Number of proxy hops; `undefined` if the application must configure it. */
  readonly hops: number | undefined;
}

const BALANCERS: Readonly<Record<Exclude<Balancer, 'none'>, BalancerProfile>> = {
  // https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html: idle timeout 60 s.
  alb: { name: 'an Application Load Balancer', idle: 60, keepAlive: 65, hops: 1 },
  // https://cloud.google.com/load-balancing/docs/https: keep-alive 600 s, fixed, and 620 s recommended for servers. It appends the
  // addresses of the client and of its own forwarding rule to X-Forwarded-For.
  gcp: { name: 'a Google Cloud load balancer', idle: 600, keepAlive: 620, hops: 2 },
  // https://nginx.org/en/docs/http/ngx_http_upstream_module.html#keepalive_timeout: 60 s.
  nginx: { name: 'nginx', idle: 60, keepAlive: 65, hops: 1 },
  // https://docs.haproxy.org/3.2/configuration.html#5.2-pool-purge-delay: half of the idle connections are closed every 5 s.
  haproxy: { name: 'HAProxy', idle: 60, keepAlive: 65, hops: 1 },
  // https://developers.cloudflare.com/fundamentals/reference/connection-limits/: proxy idle timeout 900 s. Its networks change, so a
  // list in this package would go stale.
  cloudflare: { name: 'Cloudflare', idle: 900, keepAlive: 910, hops: undefined },
};

export const BALANCER_NAMES: readonly Balancer[] = [
  ...(Object.keys(BALANCERS) as (keyof typeof BALANCERS)[]),
  'none',
];
