import type { Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, listeningSubject, type Subject } from '../subject.ts';
import { algorithms } from './algorithms.ts';
import { bodies } from './bodies.ts';
import { contentTypes } from './content-types.ts';
import { formCosts, pathCosts } from './costs.ts';
import { crossOrigin } from './cross-origin.ts';
import { type FileTree, makeFileTree } from './file-tree.ts';
import { guards } from './guards.ts';
import type { Arena, HostileCase, HostileCases, HostileFramework } from './hostile-case.ts';
import { links } from './links.ts';
import { Observer } from './observer.ts';
import { namedFields, originFields } from './origin-fields.ts';
import { paths } from './paths.ts';
import { protocol } from './protocol.ts';
import { responseHeaders } from './response-headers.ts';
import { routes } from './routes.ts';
import { type Row, rows } from './rows.ts';

/** All cases by subject. */
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
  responseHeaders,
  crossOrigin,
  protocol,
};

export interface HostileSubject {
  readonly name: string;
  readonly framework: HostileFramework;
  /** Options of every application, such as the lane and TLS. */
  readonly options: object;
  /**
   * The subjects of {@link hostileCases} to run.
   * @defaultValue all
   */
  readonly only?: readonly string[];
  /**
   * Makes the subject of a server that listens.
   * @defaultValue over TCP, or over TLS if it is a TLS server
   */
  readonly subject?: (server: Server) => Promise<Subject>;
}

/** Replays published attacks on an application. */
export function runHostileSuite({
  name,
  framework,
  options,
  only = Object.keys(hostileCases),
  subject = listeningSubject,
}: HostileSubject): void {
  const unknown = only.filter((about) => !Object.hasOwn(hostileCases, about));
  if (unknown.length > 0)
    throw new TypeError(
      `Unknown hostile cases: expected ${Object.keys(hostileCases).join(', ')}, got ${unknown.join(', ')}`,
    );
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
            test(safe, () => withstand(run, { framework, options, subject }, files));
          }
        });
      }
    });
  }
}

async function withstand(
  run: HostileCase,
  { framework, options, subject: reach }: Required<Pick<HostileSubject, 'framework' | 'options' | 'subject'>>,
  files: FileTree,
): Promise<void> {
  const observer = new Observer();
  const running: Subject[] = [];
  const serve: Arena['serve'] = async (arrange, more) => {
    const app = framework.createServer({ logError: observer.logError, ...options, ...more });
    app.get('/alive', (_req, res) => res.send('alive'));
    arrange(app);
    const subject = observer.observe(await reach(app.listen(0, '127.0.0.1')));
    running.push(subject);
    return subject;
  };
  try {
    await run({ ...framework, files, serve });
    for (const subject of running) expect((await ask(subject, 'GET', '/alive')).body).toBe('alive');
  } finally {
    await Promise.all(running.map((subject) => subject.close()));
    await observer.verify(files.root);
  }
}
