import { readdirSync, readFileSync } from 'node:fs';
import theirs from 'express';
import ours from 'nextpress/express';
import { expect, test } from 'vitest';

/** The prototypes of both modules, with documented members of Node. */
const families = [
  [
    'req',
    theirs.request,
    ours.request,
    ['baseUrl', 'method', 'originalUrl', 'params', 'body', 'cookies', 'signedCookies', 'res', 'route', 'app'],
  ],
  ['res', theirs.response, ours.response, ['app', 'end', 'headersSent', 'locals', 'req']],
  ['app', theirs.application, ours.application, ['locals', 'mountpath', 'router', 'settings', 'on']],
  ['router', theirs.Router.prototype, ours.Router.prototype, []],
] as const;

/** Internal members of Express, and HTTP methods. */
const left = new Set(['handle', 'constructor']);
const methods = new Set(Object.keys((theirs as unknown as { Route: { prototype: object } }).Route.prototype));

const folder = import.meta.dirname;
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.integration.test.ts'))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  .join('\n');

test.each(families)(
  'everything of %s is there, and has a case',
  (family, theirPrototype, ourPrototype, documented) => {
    const names = [...Object.keys(theirPrototype as object), ...documented];
    const members = names.filter((name) => !left.has(name) && (name === 'all' || !methods.has(name)));
    const inherited = (prototype: object): string[] => members.filter((name) => name in prototype);
    expect(inherited(ourPrototype as object)).toEqual(
      expect.arrayContaining(inherited(theirPrototype as object)),
    );
    expect(members.filter((name) => !new RegExp(`^  '?${family}\\.${name}'?: `, 'm').test(cases))).toEqual(
      [],
    );
  },
);
