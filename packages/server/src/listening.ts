import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

/** Called when a server listens, or with the error that prevents it. */
export type ListenCallback = (this: Server, error?: Error) => void;

/** The servers of an application. */
export interface Listening {
  /**
   * Makes an `http.Server` (an `https.Server` with the option `tls`) for the application and listens. The arguments are
   * those of `server.listen`. The callback is called once, with the server as `this`, when the server listens or fails to.
   */
  listen(port?: number | string, host?: string, backlog?: number, callback?: ListenCallback): Server;
  listen(port: number | string, host: string, callback?: ListenCallback): Server;
  listen(portOrPath: number | string, callback?: ListenCallback): Server;
  listen(options: ListenOptions, callback?: ListenCallback): Server;
  listen(handle: object, callback?: ListenCallback): Server;
  listen(callback: ListenCallback): Server;

  /**
   * Closes every server that `listen` made: idle connections at once, others after their pending response. Resolves when
   * all connections have ended.
   */
  close(): Promise<void>;
}
