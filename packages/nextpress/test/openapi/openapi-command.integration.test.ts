import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const COMMAND = join(ROOT, 'packages/nextpress/dist/command.js');
const FRAMEWORK = pathToFileURL(join(ROOT, 'packages/nextpress/dist/index.js')).href;
const OPENAPI = pathToFileURL(join(ROOT, 'packages/openapi/dist/index.js')).href;

/** Without the folders in which pnpm lets Node find every package of the workspace. */
const { NODE_PATH: _path, ...env } = process.env;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nextpress-openapi-'));
  mkdirSync(join(folder, 'node_modules/@nextpress'), { recursive: true });
  symlinkSync(join(ROOT, 'packages/openapi'), join(folder, 'node_modules/@nextpress/openapi'));
  write('package.json', '{ "name": "users-api", "version": "3.2.1", "description": "Users" }');
});

/** Runs the command as a shell would. */
function nextpress(
  args: string[],
  command = COMMAND,
  cwd = folder,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

function write(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), lines.join('\n'));
  return name;
}

describe('nextpress openapi', () => {
  test('prints the document of an application, and nothing that the application prints', async () => {
    const entry = write(
      'app.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      "console.log('connecting');",
      'export const app = createServer();',
      "app.get('/users/:id', { openapi: { summary: 'A user' } }, (req, res) => res.json(1));",
      'app.get(/^\\/v\\d$/, (req, res) => res.json(1));',
      'setInterval(() => {}, 1000);',
    );
    const { code, out, err } = await nextpress(['openapi', entry]);
    expect(err).toBe(
      'connecting\nWarning: GET /^\\/v\\d$/: The path is omitted: OpenAPI does not support regular expressions\n',
    );
    const schema = { $ref: '#/components/schemas/ProblemDetails' };
    const { components, ...document } = JSON.parse(out);
    expect(Object.keys(components.schemas)).toEqual(['ProblemDetails']);
    expect(document).toEqual({
      openapi: '3.1.1',
      info: { title: 'users-api', version: '3.2.1', description: 'Users' },
      paths: {
        '/users/{id}': {
          get: {
            summary: 'A user',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: {
              200: { description: 'OK' },
              default: {
                description: 'Any other error',
                content: { 'application/problem+json': { schema } },
              },
            },
          },
        },
      },
    });
    expect(code).toBe(0);
  });

  test('writes the document of the plugin as a YAML file', async () => {
    const entry = write(
      'listens.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      `import { openapi } from '${OPENAPI}';`,
      'const app = createServer({ problemDetails: false });',
      "app.register(openapi({ info: { title: 'From the plugin', version: '1.0.0' } }));",
      'app.register(async (scope) => {',
      '  await new Promise((done) => setImmediate(done));',
      "  scope.get('/users', (req, res) => res.json(1));",
      '});',
      'app.listen(0);',
    );
    const { code, out, err } = await nextpress(['openapi', entry, '--output', 'api.yaml']);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder, 'api.yaml'), 'utf8')).toBe(
      [
        'openapi: "3.1.1"',
        'info:',
        '  title: From the plugin',
        '  version: "1.0.0"',
        'paths:',
        '  /users:',
        '    get:',
        '      responses:',
        '        "200":',
        '          description: OK',
        '',
      ].join('\n'),
    );
    const { out: yaml } = await nextpress(['openapi', entry, '--yaml']);
    expect(yaml).toBe(readFileSync(join(folder, 'api.yaml'), 'utf8'));
  });

  test('says what to install when the package is missing', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'nextpress-alone-'));
    cpSync(join(ROOT, 'packages/nextpress/dist'), join(elsewhere, 'dist'), { recursive: true });
    mkdirSync(join(elsewhere, 'node_modules/@nextpress'), { recursive: true });
    const dependency = 'node_modules/@nextpress/semantics';
    symlinkSync(join(ROOT, 'packages/semantics'), join(elsewhere, dependency));
    writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(elsewhere, 'app.mjs'), '');
    const { code, err } = await nextpress(
      ['openapi', 'app.mjs'],
      join(elsewhere, 'dist/command.js'),
      elsewhere,
    );
    expect(err).toBe(
      'Missing package for nextpress openapi: expected @nextpress/openapi to be installed. Run: npm install --save-dev @nextpress/openapi\n',
    );
    expect(code).toBe(2);
  });

  test('exits with 2 when there is no application or no entry', async () => {
    const missing = await nextpress(['openapi', 'missing.mjs']);
    expect(missing.err).toContain('Cannot load missing.mjs');
    expect(missing.code).toBe(2);
    const without = await nextpress(['openapi']);
    expect(without.err).toContain('expected one entry, such as app.mjs, got 0');
    expect(without.code).toBe(2);
  });
});
