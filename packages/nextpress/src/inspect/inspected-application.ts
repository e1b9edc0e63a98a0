import type { Inspecting } from '@nextpress/server';
import { LoadError, loadApplication } from '../check/load-application.ts';
import { printToStandardError } from '../print-to-standard-error.ts';

/**
 * Loads an application, calls a function with it, and prints the text that the function returns.
 *
 * @returns the exit code: 2 if the application cannot be loaded
 */
export async function printAbout(
  entry: string,
  describe: (app: Inspecting) => string | Promise<string>,
): Promise<number> {
  const restore = printToStandardError();
  let text: string;
  try {
    text = await describe(inspectable(await loadApplication(entry), entry));
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    restore();
  }
  // The process exits next, and a pipe may not be written at once.
  await new Promise((done) => process.stdout.write(`${text}\n`, done));
  return 0;
}

/** Routers have no such functions. Those of the prototype: `routes` is hidden in applications of Express, and Feathers has its own. */
function inspectable(app: object, entry: string): Inspecting {
  const { routes, explain } = Object.getPrototypeOf(app) as Partial<Inspecting>;
  if (typeof routes === 'function' && typeof explain === 'function') {
    return { routes: () => routes.call(app), explain: (method, path) => explain.call(app, method, path) };
  }
  throw new LoadError(
    `No application with routes() and explain() in ${entry}: expected one of createServer() or express() as the default export or the export "app"`,
  );
}
