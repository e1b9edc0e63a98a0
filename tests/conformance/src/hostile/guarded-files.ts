import { expect } from 'vitest';
import { ask, type Subject } from '../subject.ts';
import type { Arena, HostileApplication, HostileHandler } from './hostile-case.ts';

/** Refuses every request. */
export const deny: HostileHandler = (_req, res) => res.status(401).send('log in first');

/** The application under attack: a guard on a prefix, then files at the root. */
export const guardedFiles =
  ({ serveStatic, files }: Arena) =>
  (app: HostileApplication): void => {
    app.use('/admin', deny);
    app.use(serveStatic(files.root));
  };

/** The status of each target. */
export async function statuses(
  subject: Subject,
  targets: readonly string[],
  fields?: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const target of targets) statuses[target] = (await ask(subject, 'GET', target, fields)).status;
  return statuses;
}

/** Expects one status for every target. The observer checks the contents after each case. */
export async function expectEach(
  status: number,
  subject: Subject,
  targets: readonly string[],
): Promise<void> {
  expect(await statuses(subject, targets)).toEqual(Object.fromEntries(targets.map((each) => [each, status])));
}
