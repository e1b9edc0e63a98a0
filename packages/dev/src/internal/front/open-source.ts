/** @module Opens a source of the application in the editor, when somebody clicks its place on the page of an error. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocalClient } from '@nextpress/semantics/local-client';
import { thrownText } from '@nextpress/semantics/thrown-value';
import { OPEN_PATH } from '../error/error-page.ts';
import { ownSource } from '../error/error-report.ts';

/**
 * Responds to the requests of buttons. Browsers send `Origin` with each POST, so pages of other origins are refused.
 *
 * @returns whether it was one
 */
export function openSource(req: IncomingMessage, res: ServerResponse, root: string): boolean {
  const [path, query] = (req.url ?? '').split('?');
  if (req.method !== 'POST' || path !== OPEN_PATH) return false;
  const place = new URLSearchParams(query);
  const file = isLocalClient(req) ? ownSource(place.get('file') ?? '', root) : undefined;
  const [line, column] = ['line', 'column'].map((name) => place.get(name) ?? '') as [string, string];
  const isPosition = [line, column].every((each) => /^[1-9]\d{0,8}$/.test(each));
  req.resume();
  // The browser stays on its page after a 204.
  res.writeHead(file === undefined ? 403 : isPosition ? 204 : 400).end();
  if (file !== undefined && isPosition) launch(`${file}:${line}:${column}`).catch(printFailure);
  return true;
}

async function launch(place: string): Promise<void> {
  const { default: launchEditor } = await import('launch-editor');
  launchEditor(place, () => {
    process.stderr.write('Set LAUNCH_EDITOR to the command of your editor, such as code.\n');
  });
}

/** The development server goes on without the editor. */
function printFailure(error: unknown): void {
  process.stderr.write(`Cannot open the editor: ${thrownText(error)}\n`);
}
