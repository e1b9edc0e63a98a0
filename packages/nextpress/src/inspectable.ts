import type { Inspecting } from '@nextpress/server';
import { LoadError, loadApplication } from './load-application.ts';

/** The methods of the prototype: `routes` is hidden in applications of Express, and Feathers has its own. Routers have none. */
export function inspectable(app: object): Inspecting | undefined {
  const { routes, explain } = Object.getPrototypeOf(app) as Partial<Inspecting>;
  if (routes === undefined || explain === undefined) return undefined;
  return { routes: () => routes.call(app), explain: (method, path) => explain.call(app, method, path) };
}

/** @throws {LoadError} if the application cannot be loaded, or is a router */
export async function loadInspectable(entry: string): Promise<Inspecting> {
  const app = inspectable(await loadApplication(entry));
  if (app !== undefined) return app;
  throw new LoadError(
    `No application with routes() and explain() in ${entry}: expected one of createServer() or express() as the default export or the export "app"`,
  );
}
