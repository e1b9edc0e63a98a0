import { availableParallelism } from 'node:os';
import {
  booleanOption,
  checkOptionNames,
  functionOption,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import { byteCount } from './byte-count.ts';

/** How workers that exit are restarted. */
export interface RestartOptions {
  /**
   * Milliseconds before the second restart. The first is immediate, and each later one waits twice as long.
   * @defaultValue 100
   */
  readonly delay?: number | undefined;
  /**
   * The longest delay in milliseconds. While no worker is ready, the delay is at most a second, or `delay` if that is
   * longer.
   * @defaultValue 30_000
   */
  readonly maxDelay?: number | undefined;
  /**
   * A worker that stayed ready for at least this long (ms) is restarted at once.
   * @defaultValue 1_000
   */
  readonly resetAfter?: number | undefined;
  /**
   * The cluster stops when a worker fails this many times within `within` without getting ready, and no other worker is
   * ready. With `Infinity`, it never stops.
   * @defaultValue 5
   */
  readonly maxFailures?: number | undefined;
  /**
   * The window in which failures are counted, in milliseconds.
   * @defaultValue 60_000
   */
  readonly within?: number | undefined;
}

/** The signals that a cluster handles. */
export interface SignalOptions {
  /**
   * Closes the cluster and exits with code 0; a second signal kills the workers and exits with code 1.
   * @defaultValue ['SIGTERM', 'SIGINT']
   */
  readonly stop?: readonly NodeJS.Signals[] | false | undefined;
  /**
   * Replaces all workers, one after another. Not on Windows, which lacks such signals: call `reload()`.
   * @defaultValue 'SIGHUP'
   */
  readonly reload?: NodeJS.Signals | false | undefined;
}

/** An event of the cluster. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** One line, without a line feed. */
  readonly message: string;
  /** The worker's number, if the event is about one. */
  readonly worker: number | undefined;
  /** The worker's process ID. */
  readonly pid: number | undefined;
}

/** Options of `startCluster`. */
export interface ClusterOptions {
  /**
   * The number of workers; `'cores'` is `os.availableParallelism()`.
   * @defaultValue 'cores'
   */
  readonly workers?: number | 'cores' | undefined;
  /**
   * How long a closing worker may take to finish its responses, in milliseconds. Connections that are still open then
   * are cut.
   * @defaultValue 8000: Docker kills a container after 10 s
   */
  readonly grace?: number | undefined;
  /** How workers that exit are restarted. */
  readonly restart?: RestartOptions | undefined;
  /**
   * When a worker counts as ready: once one of its servers listens, or once it calls `ready()`.
   * @defaultValue 'listening'
   */
  readonly ready?: 'listening' | 'call' | undefined;
  /**
   * How long a worker may take to get ready, in milliseconds.
   * @defaultValue 60_000
   */
  readonly startTimeout?: number | undefined;
  /**
   * A worker whose event loop is blocked for this long (ms) is killed and replaced. `false` disables this, and so does
   * a debugger (`--inspect`).
   * @defaultValue 10_000
   */
  readonly heartbeat?: number | false | undefined;
  /**
   * A worker whose resident set exceeds this limit is replaced without cutting off its responses. Bytes, or a string
   * such as `'512mb'`.
   * @defaultValue none
   */
  readonly memoryLimit?: number | string | undefined;
  /**
   * Sends all connections from one address to the same worker, for WebSocket fallbacks such as socket.io's long polling.
   * @defaultValue `false`
   */
  readonly sticky?: boolean | undefined;
  /**
   * Each worker opens the port itself, with `SO_REUSEPORT`, and the kernel distributes connections. If Node or the
   * system does not support it, the cluster logs that and starts without it.
   * @defaultValue `false`
   */
  readonly reusePort?: boolean | undefined;
  /**
   * The signals to handle; `false` handles none.
   * @defaultValue `{ stop: ['SIGTERM', 'SIGINT'], reload: 'SIGHUP' }`
   */
  readonly signals?: SignalOptions | false | undefined;
  /**
   * Called on every cluster event; `false` disables it.
   * @defaultValue one line on standard error
   */
  readonly log?: ((entry: LogEntry) => void) | false | undefined;
  /** Arguments of the workers. By default none for a file, and those of this process for a function. */
  readonly args?: readonly string[] | undefined;
  /** Variables added to the workers' environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Validated options. */
export interface ClusterSettings {
  readonly workers: number;
  readonly grace: number;
  readonly restart: Required<{ [Name in keyof RestartOptions]: number }>;
  readonly ready: 'listening' | 'call';
  readonly startTimeout: number;
  /** 0 if disabled. */
  readonly heartbeat: number;
  readonly memoryLimit: number;
  readonly sticky: boolean;
  readonly reusePort: boolean;
  readonly stopSignals: readonly NodeJS.Signals[];
  readonly reloadSignal: NodeJS.Signals | undefined;
  readonly log: (entry: LogEntry) => void;
  readonly args: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
}

const OWNER = 'startCluster';
const NAMES = [
  ...['args', 'env', 'grace', 'heartbeat', 'log', 'memoryLimit', 'ready', 'restart'],
  ...['reusePort', 'signals', 'startTimeout', 'sticky', 'workers'],
];
/** What to use instead of options from pm2 and throng. */
const REMEDIES = {
  count: 'use "workers"',
  instances: 'use "workers"',
  size: 'use "workers"',
  kill_timeout: 'use "grace"',
  listen_timeout: 'use "startTimeout"',
  max_memory_restart: 'use "memoryLimit"',
  max_restarts: 'use "restart.maxFailures"',
  exp_backoff_restart_delay: 'use "restart.delay"',
  wait_ready: 'use ready: "call"',
};
const MIN_HEARTBEAT = 100;
/** A Node process uses about 45 MiB at startup. */
const MIN_MEMORY = 64 * 1024 * 1024;

/** @throws TypeError if an option is invalid */
export function readOptions(options: ClusterOptions): ClusterSettings {
  checkOptionNames(OWNER, options, NAMES, REMEDIES);
  const sticky = booleanOption(OWNER, 'sticky', options.sticky ?? false);
  const reusePort = booleanOption(OWNER, 'reusePort', options.reusePort ?? false);
  if (sticky && reusePort) {
    throw invalidOption(
      OWNER,
      'reusePort',
      'false, because "sticky" needs a single process that accepts connections',
      reusePort,
    );
  }
  return {
    workers: readWorkers(options.workers ?? 'cores'),
    grace: integerOption(OWNER, 'grace', options.grace ?? 8_000, 0, MAX_TIMER_DELAY),
    restart: readRestart(options.restart ?? {}),
    ready: readReady(options.ready ?? 'listening'),
    startTimeout: integerOption(OWNER, 'startTimeout', options.startTimeout ?? 60_000, 1, MAX_TIMER_DELAY),
    heartbeat: readHeartbeat(options.heartbeat ?? 10_000),
    memoryLimit: readMemoryLimit(options.memoryLimit),
    sticky,
    reusePort,
    ...readSignals(options.signals ?? {}),
    log: readLog(options.log),
    args: readArguments(options.args),
    env: readEnvironment(options.env ?? {}),
  };
}

function readWorkers(workers: unknown): number {
  if (workers === 'cores') return availableParallelism();
  if (Number.isInteger(workers) && (workers as number) >= 1 && (workers as number) <= 1_024)
    return workers as number;
  throw invalidOption(OWNER, 'workers', '"cores" or an integer from 1 to 1024', workers);
}

function readRestart(restart: RestartOptions): ClusterSettings['restart'] {
  const names = ['delay', 'maxDelay', 'resetAfter', 'maxFailures', 'within'];
  if (typeof restart !== 'object' || restart === null)
    throw invalidOption(OWNER, 'restart', 'an object', restart);
  checkGroup('restart', restart, names);
  const read = (name: keyof RestartOptions, fallback: number, min: number, max: number): number =>
    integerOption(OWNER, `restart.${name}`, restart[name] ?? fallback, min, max);
  return {
    delay: read('delay', 100, 1, MAX_TIMER_DELAY),
    maxDelay: read('maxDelay', 30_000, 1, MAX_TIMER_DELAY),
    resetAfter: read('resetAfter', 1_000, 0, MAX_TIMER_DELAY),
    maxFailures: read('maxFailures', 5, 1, Number.POSITIVE_INFINITY),
    within: read('within', 60_000, 1, MAX_TIMER_DELAY),
  };
}

/** Checks the names of options that are grouped in an object. */
function checkGroup(group: string, options: object, names: readonly string[]): void {
  const full = (name: string): string => `${group}.${name}`;
  checkOptionNames(
    OWNER,
    Object.fromEntries(Object.keys(options).map((name) => [full(name), 0])),
    names.map(full),
  );
}

function readReady(ready: unknown): 'listening' | 'call' {
  if (ready === 'listening' || ready === 'call') return ready;
  throw invalidOption(OWNER, 'ready', '"listening" or "call"', ready);
}

function readHeartbeat(heartbeat: unknown): number {
  if (heartbeat === false) return 0;
  if (
    Number.isInteger(heartbeat) &&
    (heartbeat as number) >= MIN_HEARTBEAT &&
    (heartbeat as number) <= MAX_TIMER_DELAY
  ) {
    return heartbeat as number;
  }
  throw invalidOption(OWNER, 'heartbeat', `at least ${MIN_HEARTBEAT} milliseconds, or false`, heartbeat);
}

function readMemoryLimit(limit: unknown): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const bytes = byteCount(limit);
  if (bytes !== undefined && bytes >= MIN_MEMORY) return bytes;
  const expected = 'at least 64 MiB, which Node needs to start, such as "512mb" or 536870912';
  throw invalidOption(OWNER, 'memoryLimit', expected, limit);
}

function readSignals(signals: SignalOptions | false): Pick<ClusterSettings, 'stopSignals' | 'reloadSignal'> {
  if (signals === false) return { stopSignals: [], reloadSignal: undefined };
  if (typeof signals !== 'object' || signals === null)
    throw invalidOption(OWNER, 'signals', 'an object or false', signals);
  checkGroup('signals', signals, ['stop', 'reload']);
  const { stop = ['SIGTERM', 'SIGINT'], reload = 'SIGHUP' } = signals;
  const isNamed = (signal: unknown): boolean => typeof signal === 'string' && /^SIG[A-Z0-9]+$/.test(signal);
  if (stop !== false && !(Array.isArray(stop) && stop.every(isNamed))) {
    throw invalidOption(OWNER, 'signals.stop', 'a list such as ["SIGTERM"], or false', stop);
  }
  if (reload !== false && !isNamed(reload)) {
    throw invalidOption(OWNER, 'signals.reload', 'a signal such as "SIGHUP", or false', reload);
  }
  // On Windows, SIGHUP means that the console is closing.
  const canReload = reload !== false && process.platform !== 'win32';
  return { stopSignals: stop === false ? [] : stop, reloadSignal: canReload ? reload : undefined };
}

function readLog(log: ClusterOptions['log']): (entry: LogEntry) => void {
  if (log === false) return () => {};
  return functionOption(OWNER, 'log', log) ?? writeLine;
}

function writeLine({ level, message }: LogEntry): void {
  process.stderr.write(`cluster: ${level === 'info' ? '' : `${level}: `}${message}\n`);
}

function readArguments(args: unknown): readonly string[] | undefined {
  if (args === undefined || (Array.isArray(args) && args.every((arg) => typeof arg === 'string')))
    return args;
  throw invalidOption(OWNER, 'args', 'a list of strings', args);
}

function readEnvironment(env: unknown): Readonly<Record<string, string>> {
  const isRecord = typeof env === 'object' && env !== null && !Array.isArray(env);
  if (isRecord && Object.values(env).every((value) => typeof value === 'string')) {
    return env as Record<string, string>;
  }
  throw invalidOption(OWNER, 'env', 'an object of strings', env);
}
