/** @module What the development server and the process of the application send each other. */

import type { ErrorReport } from './error/error-report.ts';

/** The environment variable with {@link AppSettings}, as JSON. */
export const SETTINGS_VARIABLE = 'NEXTPRESS_DEV';

/** What the process of the application needs to know. */
export interface AppSettings {
  /** The folder of the application, an absolute path. */
  readonly root: string;
  /** The entry module, an absolute path. */
  readonly entry: string;
  /** The port of an application that is exported and does not listen. */
  readonly port: number;
  /** Whether errors in the terminal have colors. */
  readonly isColored: boolean;
  /** Whether another module, such as tsx, compiles TypeScript, and not Node. */
  readonly hasLoader: boolean;
  /** The option of Node by which it is debugged. */
  readonly inspect: string | undefined;
  /** The module with the loader hooks, as a URL. */
  readonly hooks: string;
}

export type FromApp =
  /** Node has started, and waits for `run`. */
  | { readonly type: 'standby' }
  /** Files that have been loaded since a time, on the clock of `Date.now()`, as absolute paths. */
  | { readonly type: 'loaded'; readonly files: readonly string[]; readonly since: number }
  /** Files whose lack is an error, as absolute paths. */
  | { readonly type: 'missing'; readonly files: readonly string[] }
  /** What the application still does, instead of listening. */
  | { readonly type: 'pending'; readonly text: string }
  /** A server listens: `port` is what the application asked for, `actual` where it listens. */
  | {
      readonly type: 'listening';
      readonly port: number;
      readonly actual: number;
      readonly routes: number | undefined;
      readonly prints: boolean;
      /** The folders of views, as absolute paths. */
      readonly views: readonly string[];
    }
  /** A server listens where the application said, which only one process can. */
  | { readonly type: 'exclusive' }
  | { readonly type: 'failed'; readonly report: ErrorReport }
  | { readonly type: 'routes'; readonly text: string };

export interface ToApp {
  readonly type: 'run' | 'routes' | 'pending';
}
