/** @module Tells which files worker threads load. They import the same modules as the process before their own code. */

import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import { watchLoading } from './loaded-files.ts';

/** The name of the channel, and of the data that threads inherit. */
const NAME = 'nextpress.dev';

interface ThreadData {
  /** The module `hooks.ts`, as a URL. */
  readonly hooks: string;
  /** The options for Node that import {@link reportThread}. */
  readonly imports: readonly string[];
}

/** Calls a function with the path of each file that a thread loads. */
export function watchThreads(hooks: string, onLoad: (path: string) => void): void {
  // The development server adds its own import last.
  const data: ThreadData = { hooks, imports: process.execArgv.slice(-2) };
  threads.setEnvironmentData(NAME, { ...data });
  addImports(data);
  const channel = openChannel();
  channel.onmessage = (event) => onLoad(String((event as { readonly data: unknown }).data));
}

/** Tells the files that this thread loads, if the development server runs the process. */
export function reportThread(): void {
  const data = threads.getEnvironmentData(NAME) as unknown as ThreadData | undefined;
  if (threads.isMainThread || data === undefined) return;
  addImports(data);
  const channel = openChannel();
  watchLoading(data.hooks, (path) => channel.postMessage(path));
}

/** Options for Node that a thread has of its own replace those of the process. */
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
