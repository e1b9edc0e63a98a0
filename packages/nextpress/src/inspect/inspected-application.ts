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

/** Routers have an outline, but no `routes()`; Feathers replaces that of its applications. */
function inspectable(app: object, entry: string): Inspecting {
  const { routes, explain } = app as Partial<Inspecting>;
  if (typeof routes === 'function' && typeof explain === 'function') return app as Inspecting;
  throw new LoadError(
    `No application with routes() and explain() in ${entry}: expected one of createServer() or express() as the default export or the export "app"`,
  );
}
