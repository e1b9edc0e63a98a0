import type { RegisteredRoute } from '@nextpress/server';

/** Names a route in errors: `POST /payments`, with its place in the source if the server has recorded it. */
export function describeRoute({ methods, path, registeredAt }: RegisteredRoute): string {
  const names = methods.map((method) => (method === '*' ? 'ALL' : method)).join(', ');
  const place = registeredAt === undefined ? '' : ` (registered at ${registeredAt})`;
  return `${names} ${String(path)}${place}`;
}
