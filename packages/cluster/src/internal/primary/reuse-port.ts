/** @module Whether `listen({ reusePort: true })` distributes connections on this platform. */

/** Platforms whose kernel distributes `SO_REUSEPORT` connections, according to libuv. */
const PLATFORMS = ['linux', 'freebsd', 'aix', 'sunos'];

/** Why `reusePort` can't be used; `undefined` if it can. */
export function reusePortProblem(
  platform: string = process.platform,
  version: string = process.versions.node,
): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
  if (!isSupported) return `Node ${version} does not support it (22.12 and 23.1 do)`;
  if (!PLATFORMS.includes(platform))
    return `${platform} does not distribute connections (Linux and FreeBSD do)`;
  return undefined;
}
