import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, listeningSubject, type Subject } from '../subject.ts';
import { algorithms } from './algorithms.ts';
import { answeredFields } from './answered-fields.ts';
import { bodies } from './bodies.ts';
import { contentTypes } from './content-types.ts';
import { formCosts, pathCosts } from './costs.ts';
import { crossOrigin } from './cross-origin.ts';
import { type FileTree, makeFileTree } from './file-tree.ts';
import { guards } from './guards.ts';
import type { Arena, HostileCase, HostileCases, HostileFramework } from './hostile-case.ts';
import { links } from './links.ts';
import { namedFields, originFields } from './origin-fields.ts';
import { paths } from './paths.ts';
import { protocol } from './protocol.ts';
import { routes } from './routes.ts';
import { type Row, rows } from './rows.ts';
import { Witness } from './witness.ts';

/** All cases, by what they are about. */
export const hostileCases: Readonly<Record<string, HostileCases<Row>>> = {
  guards,
  paths,
  links,
  routes,
  algorithms,
  pathCosts,
  formCosts,
  bodies,
  contentTypes,
  namedFields,
  originFields,
  answeredFields,
  crossOrigin,
  protocol,
};

export interface HostileSubject {
  readonly name: string;
  readonly framework: HostileFramework;
  /** Options of every application: its lane, its TLS. */
  readonly options: object;
  /**
   * What is run, of {@link hostileCases}.
   * @defaultValue everything
   */
  readonly only?: readonly string[];
}

/** Sends an application what was sent to others, and expects it to stand. */
export function runHostileSuite({
  name,
  framework,
  options,
  only = Object.keys(hostileCases),
}: HostileSubject): void {
  const unknown = only.filter((about) => !Object.hasOwn(hostileCases, about));
  if (unknown.length > 0) throw new TypeError(`no hostile cases are about ${unknown.join(', ')}`);
  let files: FileTree;
  beforeAll(() => {
    files = makeFileTree();
  });
  afterAll(() => files.remove());

  for (const [about, cases] of Object.entries(hostileCases)) {
    if (!only.includes(about)) continue;
    describe(`${name} withstands: ${about}`, () => {
      for (const [row, each] of Object.entries(cases) as [Row, Record<string, HostileCase>][]) {
        const advisories = rows[row].length === 0 ? '' : ` (${rows[row].join(', ')})`;
        describe(`${row}${advisories}`, () => {
          for (const [safe, run] of Object.entries(each)) {
            test(safe, () => withstand(run, framework, options, files));
          }
        });
      }
    });
  }
}

async function withstand(
  run: HostileCase,
  framework: HostileFramework,
  options: object,
  files: FileTree,
): Promise<void> {
  const witness = new Witness();
  const running: Subject[] = [];
  const serve: Arena['serve'] = async (arrange, more) => {
    const app = framework.createServer({ logError: witness.logError, ...options, ...more });
    app.get('/alive', (_req, res) => res.send('alive'));
    arrange(app);
    const subject = witness.over(await listeningSubject(app.listen(0, '127.0.0.1')));
    running.push(subject);
    return subject;
  };
  try {
    await run({ ...framework, files, serve });
    for (const subject of running) expect((await ask(subject, 'GET', '/alive')).body).toBe('alive');
  } finally {
    await Promise.all(running.map((subject) => subject.close()));
    await witness.testify(files.root);
  }
}
