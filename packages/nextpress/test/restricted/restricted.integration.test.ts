// Every entry of every built package, in processes with restricted permissions.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capture } from '../../../../scripts/child.mjs';
import { packageEntries } from '../../../../scripts/package-entries.mjs';
import { root } from '../../../../scripts/root.mjs';
import { publicPackages, readWorkspace } from '../../../../scripts/workspace.mjs';

const packages = publicPackages(readWorkspace());

/** The name and the built file of each entry. */
function entriesFor(kind: string): (readonly [name: string, file: string])[] {
  return packages.flatMap(({ name, folder, manifest }) =>
    packageEntries(folder, manifest).map(({ subpath, built }) => {
      const file = kind === 'import' ? built : built.replace(/\.js$/, '.cjs');
      return [join(name, subpath), join(folder, file)] as const;
    }),
  );
}

/** Those of the flags that this Node has. */
const supported = (...flags: string[]): string[] =>
  flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));

/** Node 20 has another name for the flag, and before version 25 the permission model did not restrict the network. */
const PERMISSION = [
  ...supported('--permission', '--experimental-permission').slice(0, 1),
  ...supported('--allow-net'),
];
const BUILT_FILES = packages.flatMap(({ folder }) =>
  ['dist', 'node_modules', 'package.json'].map((name) => join(folder, name)),
);
const readable = (...paths: string[]): string[] => paths.map((path) => `--allow-fs-read=${path}`);

/** Makes Node load CommonJS for `require`. */
const kinds: [kind: string, flags: string[]][] = [
  ['import', []],
  ['require', supported('--no-experimental-require-module')],
];

const restrictions: [name: string, flags: string[]][] = [
  ['permission for the folder of the program', [...PERMISSION, ...readable(root)]],
  [
    'permission for the packages and the static files',
    [...PERMISSION, ...readable(...BUILT_FILES, join(root, 'node_modules'), import.meta.dirname)],
  ],
  ['no code generation from strings', ['--disallow-code-generation-from-strings']],
  ['frozen intrinsics', ['--frozen-intrinsics']],
];

describe.each(kinds)('every package loaded with %s', (kind, kindFlags) => {
  test.each(restrictions)('serves requests under %s', async (_name, flags) => {
    const program = join(import.meta.dirname, 'program.cjs');
    const { code, output } = await capture(
      process.execPath,
      [...kindFlags, ...flags, program, kind, JSON.stringify(entriesFor(kind))],
      { env: { NODE_ENV: 'test', NODE_NO_WARNINGS: '1' }, timeLimit: 100_000 },
    );
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({
      nextpress: [
        ...SHARED,
        'GET /checked 200 {"checked":true}',
        'GET /events 200 data: event',
        'GET /fetch 200 fetched',
        'GET /openapi.json 200',
        'GET /socket 101 hello',
      ],
      express: [...SHARED, 'GET /page.tpl 200 a page'],
      register: ['GET /users/7 200 {"path":"/users/7"}'],
      toFetch: '{"id":"8"}',
    });
  });
});

const SHARED = [
  'GET /users/7?a=1 200 {"id":"7","a":"1"}',
  'GET /files/page.tpl 200 a page',
  'GET /files/none 404',
  'GET /send-file 200 a page',
  'GET /send-path 200 a page',
  'GET /render 200 rendered page.tpl',
  'GET /fail 500',
  'GET /none 404',
  'POST /json 200 {"a":1}',
  'POST /form 200 {"a":"1"}',
];
