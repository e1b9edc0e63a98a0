import type { AddressInfo, Server } from 'node:net';

/** A server that accepts connections on a loopback port of its own. */
export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Ends every connection and the server. */
  close(): Promise<void>;
}

/** Starts `server` on a free loopback port. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

/** Closes a server together with its open connections, if it knows them. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    (server as { closeAllConnections?: () => void }).closeAllConnections?.();
  });
}
