import { networkInterfaces } from 'node:os';

/**
 * An address of this machine that is not a loopback address: connections to it look like those of another machine. `undefined` if there is no network.
 */
export const networkAddress: string | undefined = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
