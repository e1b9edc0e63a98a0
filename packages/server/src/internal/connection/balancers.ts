/** @module What load balancers do by default, as their vendors document it. */

import type { Balancer } from '../../types/listening.ts';

/** A load balancer, as a server sees it. */
export interface BalancerProfile {
  /** How it is called in messages. */
  readonly name: string;
  /** How many seconds it keeps an idle connection to a server. */
  readonly idle: number;
  /** How many seconds the server keeps one: longer, so that the balancer never sends a request on a connection that is being closed. */
  readonly keepAlive: number;
  /** How many addresses in front of the server it accounts for; `undefined` when user code has to say who may connect. */
  readonly hops: number | undefined;
}

export const BALANCERS: Readonly<Record<Exclude<Balancer, 'none'>, BalancerProfile>> = {
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
