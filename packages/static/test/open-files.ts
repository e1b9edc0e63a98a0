import { readdirSync, readlinkSync } from 'node:fs';

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

/** Waits until the condition holds, at most ten seconds; the test asserts it afterwards. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 10_000; waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
