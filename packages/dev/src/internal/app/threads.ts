/** @module Reports which files worker threads load. They run the same imports as the process before their own code. */

import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import { watchLoading } from './loaded-files.ts';

/** The name of the channel, and the key in the data that threads inherit. */
const NAME = 'nextpress.dev';

interface ThreadData {
  /** The URL of the module `hooks.ts`. */
  readonly hooks: string;
  /** The Node options that import {@link reportThread}. */
  readonly imports: readonly string[];
}

/** Calls back with the path of each file that a thread loads. */
export function watchThreads(hooks: string, onLoad: (path: string) => void): void {
  // The development server adds its import last.
  const data: ThreadData = { hooks, imports: process.execArgv.slice(-2) };
  threads.setEnvironmentData(NAME, { ...data });
  addImports(data);
  const channel = openChannel();
  channel.onmessage = (event) => onLoad(String((event as { readonly data: unknown }).data));
}

/** Reports the files that this thread loads, if the development server runs the process. */
export function reportThread(): void {
  const data = threads.getEnvironmentData(NAME) as unknown as ThreadData | undefined;
  if (threads.isMainThread || data === undefined) return;
  addImports(data);
  const channel = openChannel();
  watchLoading(data.hooks, (path) => channel.postMessage(path));
}

/** A thread's own Node options replace those of the process. */
function addImports({ imports }: ThreadData): void {
  threads.Worker = class Worker extends threads.Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      const { execArgv } = options;
      super(file, execArgv === undefined ? options : { ...options, execArgv: [...imports, ...execArgv] });
    }
  };
  syncBuiltinESMExports();
}

/** Does not keep a thread alive. */
function openChannel(): threads.BroadcastChannel {
  const channel = new threads.BroadcastChannel(NAME);
  channel.unref();
  return channel;
}
