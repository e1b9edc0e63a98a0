import type { RequestListener } from 'node:http';
import { describe, test } from 'vitest';
import type { ContractApplication } from '../application.ts';
import type { Subject } from '../subject.ts';
import { asListener, echo, type RuleHandler, type RuleOptions, type RuleServers } from './rule.ts';
import { ruleGroups } from './rule-groups.ts';

/** A server that is to keep to RFC 9110 and RFC 9112. */
export interface RuleSubject {
  readonly name: string;
  /**
   * Whether its connections are TLS.
   * @defaultValue false
   */
  readonly isSecure?: boolean;
  createApp(options: RuleOptions): ContractApplication;
  /** Middleware that serves a folder's files. */
  serveFiles(folder: string): RequestListener;
  start(app: ContractApplication): Promise<Subject>;
}

/** Tries every rule on a server. */
export function runRules({ name, isSecure = false, createApp, serveFiles, start }: RuleSubject): void {
  describe.concurrent(`${name} keeps to the RFC`, () => {
    for (const { title, rules } of ruleGroups) {
      for (const { section, level, requires, holds } of rules) {
        test(`${title}, ${section}: a server ${level} – ${requires}`, async ({ onTestFinished }) => {
          const startOf = async (app: ContractApplication): Promise<Subject> => {
            const subject = await start(app);
            onTestFinished(() => subject.close());
            return subject;
          };
          const serve = (handler: RuleHandler = echo, options: RuleOptions = {}): Promise<Subject> => {
            const app = createApp(options);
            app.use(asListener(handler));
            return startOf(app);
          };
          const servers: RuleServers = {
            isSecure,
            serve,
            serveRoutes: (build) => {
              const app = createApp({});
              build(app);
              return startOf(app);
            },
            serveFiles: (folder) => serve(serveFiles(folder) as unknown as RuleHandler),
          };
          await holds(servers);
        });
      }
    }
  });
}
