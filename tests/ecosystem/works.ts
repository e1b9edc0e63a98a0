import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, type Listening } from '@nextpress-internal/test-kit';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { type Subject, subjects } from './applications.ts';
import { Visitor } from './visitor.ts';

/** What a case is given: an application to furnish, and the way to serve it. */
export interface Case {
  readonly app: Express;
  /** Another application of the same kind, for a case that mounts one or proxies to one. */
  another(): Express;
  /** Serves an application, the case's own unless told otherwise, until the case is over. */
  serve(app?: Express): Promise<Served>;
}

export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  readonly server: Server;
  readonly visitor: Visitor;
}

/** What the table is made from: vitest carries it to its report. */
export interface CaseMeta {
  readonly packages: readonly string[];
  readonly work: string;
  readonly note: string;
  readonly maker: Subject['maker'];
  readonly lane: Subject['lane'];
}

declare module 'vitest' {
  interface TaskMeta {
    ecosystem?: CaseMeta;
  }
}

/** States what packages do, and sees it done on every kind of application, in every lane. */
export type Works = (work: string, run: (given: Case) => Promise<void>) => void;

/**
 * @param names - of the packages, separated by spaces
 * @param note - for the table: what users of the package have to know
 * @param on - what to run it on
 */
export function packages(names: string, note = '', on: readonly Subject[] = subjects): Works {
  return (work, run) => {
    describe.for(on)(`$maker, $lane`, (subject) => {
      const { maker, lane } = subject;
      test(`${names.replaceAll(' ', ' and ')} ${work}`, async ({ task }) => {
        task.meta.ecosystem = { packages: names.split(' '), work, note, maker, lane };
        const servers: Server[] = [];
        const gateways: Listening[] = [];
        try {
          const app = subject.create();
          await run({ app, another: () => subject.create(), serve: (other = app) => serve(other) });
          if (lane === 'fast lane') expect(servers.some(hasServedFast)).toBe(true);
        } finally {
          await Promise.all([...gateways.map(({ close }) => close()), ...servers.map(closeServer)]);
        }

        async function serve(app: Express): Promise<Served> {
          const server = subject.listen(app);
          servers.push(server);
          await once(server, 'listening');
          const gateway = await subject.reach?.(server);
          if (gateway !== undefined) gateways.push(gateway);
          const url = gateway?.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          return { url, server, visitor: new Visitor(url) };
        }
      });
    });
  };
}

/** Whether the fast lane was in its place and did read requests. */
function hasServedFast(server: Server & { stats?: () => { fast: number } }): boolean {
  return (server.stats?.().fast ?? 0) > 0;
}
