import type { Request } from '../messages.ts';

/**
 * A time-out's error comes out of whatever the request is in, past the ends of the mounts: the target is again what it was
 * around them, and `baseUrl` is what of the original target stands before it.
 */
export function rewind(req: Request, url: string | undefined): void {
  if (url === undefined || req.url === url) return;
  req.url = url;
  if (req.originalUrl.endsWith(url)) req.baseUrl = req.originalUrl.slice(0, -url.length);
}
