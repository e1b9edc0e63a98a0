/** @module Messages between the development server and the application's process. */

import type { ErrorReport } from './error/error-report.ts';

/** The environment variable that contains {@link AppSettings} as JSON. */
export const SETTINGS_VARIABLE = 'NEXTPRESS_DEV';

/** Settings for the application's process. */
export interface AppSettings {
  /** The absolute path of the application's folder. */
  readonly root: string;
  /** The absolute path of the entry module. */
  readonly entry: string;
  /** The port for an application that is exported and does not listen. */
  readonly port: number;
  /** Whether errors in the terminal are colored. */
  readonly isColored: boolean;
  /** Whether another module, such as tsx, compiles TypeScript instead of Node. */
  readonly hasLoader: boolean;
  /** The option of Node by which it is debugged. */
  readonly inspect: string | undefined;
  /** The module with the loader hooks, as a URL. */
  readonly hooks: string;
}

export type FromApp =
  /** Node has started, and waits for `run`. */
  | { readonly type: 'standby' }
  /** Absolute paths of loaded files, with the earliest load time by `Date.now()`. */
  | { readonly type: 'loaded'; readonly files: readonly string[]; readonly since: number }
  /** Absolute paths of missing files that caused an error. */
  | { readonly type: 'missing'; readonly files: readonly string[] }
  /** What the application is waiting for instead of listening. */
  | { readonly type: 'pending'; readonly text: string }
  /** A server listens: `port` is the one the application asked for, `actual` the one in use. */
  | {
      readonly type: 'listening';
      readonly port: number;
      readonly actual: number;
      readonly routes: number | undefined;
      readonly prints: boolean;
      /** Absolute paths of view folders. */
      readonly views: readonly string[];
    }
  /** A server listens on the port the application asked for, which only one process can do. */
  | { readonly type: 'exclusive' }
  | { readonly type: 'failed'; readonly report: ErrorReport }
  | { readonly type: 'routes'; readonly text: string };

export interface ToApp {
  readonly type: 'run' | 'routes' | 'pending';
}
