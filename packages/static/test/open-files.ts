import { readdirSync, readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The files below a directory that this process has open, on Linux. */
export function openFiles(directory: string): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(directory));
}

/** Waits until the thread pool and the event loop have finished earlier work and everything it triggered. */
export async function settleFiles(): Promise<void> {
  for (let round = 0; round < 100; round++) await stat('.');
}
