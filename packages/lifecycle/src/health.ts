/** @module Responds to probes before the application sees them, so that no guard, hook or route interferes. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import { printThrown } from '@nextpress/semantics/thrown-value';
import { isRetiring } from './drain.ts';
import {
  type HealthCheck,
  type HealthOptions,
  type HealthSettings,
  readHealthOptions,
} from './health-options.ts';

/** What the endpoints need from their application. */
export interface HealthHost {
  /** Why the application is not ready regardless of checks, e.g. `'loading'`; `undefined` if it is. */
  unreadiness(req: IncomingMessage): string | undefined;
  /** Responds to a request that the application would refuse; returns whether it did. */
  refuses?(req: IncomingMessage, res: ServerResponse): boolean;
  /** Called with the first failure of a check. */
  logError(error: unknown, req: IncomingMessage): void;
}

/** A request listener; called with `next` when mounted in an application. */
type Listener = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** Without an application, only the server's shutdown is known. */
const SERVER: HealthHost = {
  unreadiness: ({ socket }) => {
    const { server } = (socket ?? {}) as { readonly server?: Server };
    return server !== undefined && isRetiring(server) ? 'closing' : undefined;
  },
  logError: (error) => printThrown(error),
};

/**
 * Wraps a request listener, such as an application: `GET /healthz` responds with 200, and `GET /readyz` with 200, or
 * 503 while a check fails and, with {@link gracefulShutdown}, while the server closes. All other requests go to the
 * listener.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { withHealth } from '@nextpress/lifecycle';
 *
 * const checks = { database: async () => true };
 * createServer(withHealth((_req, res) => res.end('hello'), { checks }));
 * ```
 */
export function withHealth(listener: Listener, options: HealthOptions = {}): Listener {
  return respondToProbes(listener, readHealthOptions(options), SERVER);
}

type Respond = (req: IncomingMessage, res: ServerResponse) => void;

const QUESTION_MARK = 0x3f;

/**
 * Like {@link withHealth}, for an application, which knows more about its state. Mounted applications leave probes to the
 * outermost one.
 */
export function respondToProbes(listener: Listener, settings: HealthSettings, host: HealthHost): Listener {
  const respondLive: Respond = (_req, res) => send(res, 200, { status: 'ok' });
  const respondReady = readiness(settings, host);
  const { live, ready } = settings;
  return (req, res, next) => {
    const { url = '' } = req;
    const respond = isAt(url, live) ? respondLive : isAt(url, ready) ? respondReady : undefined;
    if (respond === undefined || next !== undefined || !isRead(req)) {
      listener(req, res, next);
      return;
    }
    if (!host.refuses?.(req, res)) respond(req, res);
  };
}

/** Whether a target has a path, with or without a query. */
function isAt(url: string, path: string | undefined): boolean {
  if (path === undefined || !url.startsWith(path)) return false;
  return url.length === path.length || url.charCodeAt(path.length) === QUESTION_MARK;
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readiness({ checks, timeout }: HealthSettings, host: HealthHost): Respond {
  const runs = checks.map(([name, check]) => [name, new ReadinessCheck(name, check, timeout)] as const);
  return async (req, res) => {
    const reason = host.unreadiness(req);
    if (reason !== undefined) {
      send(res, 503, { status: reason });
      return;
    }
    const log = (error: unknown): void => host.logError(error, req);
    const results = await Promise.all(
      runs.map(async ([name, check]) => [name, await check.run(log)] as const),
    );
    // The application may have begun to close in the meantime.
    const late = host.unreadiness(req);
    const isReady = late === undefined && results.every(([, result]) => result === 'ok');
    // Error messages are logged, not sent: they may contain host names.
    const content = results.length === 0 ? {} : { checks: Object.fromEntries(results) };
    send(res, isReady ? 200 : 503, { status: late ?? (isReady ? 'ready' : 'unavailable'), ...content });
  };
}

function send(res: ServerResponse, status: number, content: object): void {
  const text = JSON.stringify(content);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}

/** A call that has not settled after this many timeouts is abandoned, and its check may be called again. */
const TIMEOUTS_UNTIL_RETRY = 10;

export type CheckResult = 'ok' | 'failed' | 'timeout';

export class ReadinessCheck {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #timeout: number;
  /**
   * The result of the running call, shared by all probes, so that many balancers, or an attacker, cost one call at a
   * time. It settles in time even if the call never does, so that neither probes nor calls pile up.
   */
  #running: Promise<CheckResult> | undefined;
  #wasOk = true;

  constructor(name: string, check: HealthCheck, timeout: number) {
    this.#name = name;
    this.#check = check;
    this.#timeout = timeout;
  }

  /**
   * Never rejects.
   *
   * @param log - called on the first failure after a success
   */
  run(log: (error: unknown) => void): Promise<CheckResult> {
    this.#running ??= this.#start(log);
    return this.#running;
  }

  #start(log: (error: unknown) => void): Promise<CheckResult> {
    const abort = new AbortController();
    const running = new Promise<CheckResult>((resolve) => {
      const forget = (): void => {
        if (this.#running === running) this.#running = undefined;
      };
      const timer = setTimeout(() => {
        const error = this.#error(`has not finished: expected it to settle within ${this.#timeout} ms`);
        this.#fail(error, log);
        abort.abort(error);
        resolve('timeout');
      }, this.#timeout);
      const retry = setTimeout(
        forget,
        Math.min(this.#timeout * TIMEOUTS_UNTIL_RETRY, MAX_TIMER_DELAY),
      ).unref();
      void this.#call(abort.signal, log).then((result) => {
        clearTimeout(timer);
        clearTimeout(retry);
        forget();
        resolve(result);
      });
    });
    return running;
  }

  async #call(signal: AbortSignal, log: (error: unknown) => void): Promise<CheckResult> {
    try {
      if ((await this.#check(signal)) === false) throw this.#error('returned false');
    } catch (error) {
      this.#fail(error, log);
      return 'failed';
    }
    this.#wasOk = true;
    return 'ok';
  }

  #fail(error: unknown, log: (error: unknown) => void): void {
    if (this.#wasOk) log(error);
    this.#wasOk = false;
  }

  #error(problem: string): Error {
    return new Error(`Readiness check "${this.#name}" ${problem}`);
  }
}
