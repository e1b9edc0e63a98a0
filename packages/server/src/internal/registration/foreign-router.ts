import { ROUTES } from '@nextpress-internal/internals/keys';
import type { ServerLayer } from '../../types/application.ts';
import { registryOf } from './registry.ts';

/** The name of the function by which Express, and this package, mount an application. */
export const MOUNTED_APP = 'mounted_app';

/** Whether a function is a router or a mounted application of this package, of another copy of it, or of Express. */
function isRouter(handle: ServerLayer): boolean {
  return ROUTES in handle || 'stack' in handle || handle.name === MOUNTED_APP;
}

/** Whether it is one that does not know the hooks of the scopes around it. */
export function isForeignRouter(handle: ServerLayer): boolean {
  return isRouter(handle) && registryOf(handle) === undefined;
}

/** The name of file servers, here and in Express. */
const FILE_SERVER = 'serveStatic';

/** Whether a layer mounts a router, an application or a file server. Any other function may only be middleware. */
export function isServing({ handle }: { readonly handle: ServerLayer }): boolean {
  return isRouter(handle) || handle.name === FILE_SERVER;
}
