import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from './project.ts';

/** An application that reports its Express version, and serves its own files. */
const APP = `
const express = require('express');
const app = express();
app.use(express.json());
app.get('/users/:id', (req, res) => res.json({ id: req.params.id }));
app.post('/users', (req, res) => res.status(201).json(req.body));
app.get('/time', (req, res) => res.send(String(process.hrtime.bigint())));
app.get('/name', (req, res) => res.send(require('express/package.json').name));
app.use('/files', express.static(__dirname));
module.exports = app;
if (require.main === module) app.listen(0);
`;

/** Three tests: one passes, one fails on Nextpress by design, one always fails. \`describe\` and \`it\` are defined. */
const TESTS = `
const request = async (target) => {
  const server = app.listen(0);
  await new Promise((done) => server.once('listening', done));
  const { status } = await fetch('http://127.0.0.1:' + server.address().port + target);
  server.close();
  return status;
};
const expectStatus = async (target, status) => {
  const got = await request(target);
  if (got !== status) throw new Error('got ' + got);
};
describe('app', () => {
  it('has users', () => expectStatus('/users/7', 200));
  it('serves empty segments', () => expectStatus('/files//app.js', 200));
  it('always fails', () => expectStatus('/users/7', 404));
});
`;

/** Whether the first run has started. */
function reported(project: Project): boolean {
  return readdirSync(project.temporary, { recursive: true }).some((path) =>
    String(path).endsWith('reports-0'),
  );
}

const RUNNERS = [
  {
    runner: 'mocha',
    file: 'test/app.test.cjs',
    head: "const app = require('../app.js');",
    command: (project: Project) => [project.bin('mocha/bin/mocha.js'), 'test/app.test.cjs'],
  },
  {
    runner: 'node --test',
    file: 'test/app.test.cjs',
    head: "const app = require('../app.js'); const { describe, it } = require('node:test');",
    command: () => ['--test', 'test/app.test.cjs'],
  },
  {
    runner: 'jest',
    file: 'test/app.test.js',
    head: "const app = require('../app.js');",
    command: (project: Project) => [project.bin('jest/bin/jest.js'), '--watchman=false'],
  },
  {
    runner: 'vitest',
    file: 'test/app.test.mjs',
    head: "import { describe, it } from 'vitest'; import app from '../app.js';",
    command: (project: Project) => [project.bin('vitest/vitest.mjs'), 'run'],
  },
];

describe('nextpress trial', () => {
  it.each(RUNNERS)('names tests of $runner that differ', ({ file, head, command }) => {
    const project = new Project('express', { 'app.js': APP, [file]: head + TESTS });
    const { code, output, progress } = project.run('--', process.execPath, ...command(project));
    expect(progress).toContain('Express 5.');
    expect(output).toMatch(/Express +2 passed, 1 failed/);
    expect(output).toMatch(/Nextpress +1 passed, 2 failed/);
    expect(output).toMatch(
      /Fails with Nextpress \(1\)\n +test\/app\.test\.\w+: app serves empty segments\n +.*got 404/,
    );
    expect(code).toBe(1);
  });

  it('says so when nothing differs', () => {
    const project = new Project('express', {
      'app.js': APP,
      'test.js': "require('./app.js'); console.log('fine');",
    });
    const { code, output } = project.run('--', process.execPath, 'test.js');
    expect(output).toMatch(/Express +exit code 0.*\n +Nextpress +exit code 0.*\n\nNothing differs\./);
    expect(code).toBe(0);
  });

  it('prints differing output lines for an unknown test runner', () => {
    const test =
      "require('express'); console.log('took', performance.now(), 'ms', require('express/package.json').name);";
    const project = new Project('express', { 'test.js': test });
    const { code, output } = project.run('--', process.execPath, 'test.js');
    expect(output).toMatch(
      /Output \(2\)\n {4}- took [\d.]+ ms express\n {4}\+ took [\d.]+ ms @nextpress\/express/,
    );
    expect(code).toBe(1);
  });

  it('runs an Express 4 application as such', () => {
    const test = `
      const app = require('express')();
      app.get('/a(/:b)?', (req, res) => res.end());
      console.log('started');
    `;
    const project = new Project('express-4', { 'test.js': test });
    const { code, progress } = project.run('--', process.execPath, 'test.js');
    expect(progress).toContain('Express 4.');
    expect(code).toBe(0);
  });

  it('replaces Express in dependencies and in child processes', () => {
    const project = new Project(undefined, {
      'test.js':
        "require('node:child_process').execFileSync(process.execPath, ['child.js'], { stdio: 'inherit' })",
      'child.js': "console.log(require('dependency'))",
      'node_modules/dependency/index.js':
        "require('express'); module.exports = require('express/package.json').name",
      'node_modules/dependency/node_modules/express/package.json':
        '{ "name": "express", "version": "5.0.0" }',
      'node_modules/dependency/node_modules/express/index.js': '',
    });
    const { output } = project.run('--', process.execPath, 'test.js');
    expect(output).toContain('- express\n    + @nextpress/express');
  });

  it('does not change the project, starts each run afresh, and leaves no copy behind', () => {
    const project = new Project('express', {
      '.git': 'gitdir: elsewhere',
      'node_modules/.cache/tool.txt': 'before',
      'data.txt': 'before',
      'test.js': `
        require('express');
        const fs = require('node:fs');
        const path = require('node:path');
        for (const file of ['data.txt', 'node_modules/.cache/tool.txt']) fs.appendFileSync(file, ' after');
        fs.appendFileSync(path.join(process.env.BY_ENVIRONMENT, 'data.txt'), ' after');
        console.log(__dirname, fs.existsSync('new.txt'), fs.existsSync('.git'), fs.readFileSync('data.txt', 'utf8'));
        fs.writeFileSync('new.txt', '');
      `,
    });
    const { output, progress, code } = project.runWith(
      { BY_ENVIRONMENT: project.folder },
      ...['--', process.execPath, 'test.js'],
    );
    expect(progress + output).toContain('Nothing differs');
    expect(code).toBe(0);
    expect(readFileSync(join(project.folder, 'data.txt'), 'utf8')).toBe('before');
    expect(readFileSync(join(project.folder, 'node_modules/.cache/tool.txt'), 'utf8')).toBe('before');
    expect(existsSync(join(project.folder, 'new.txt'))).toBe(false);
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('lists links that leave the project', () => {
    const project = new Project('express', { 'test.js': "require('express')" });
    symlinkSync(project.temporary, join(project.folder, 'uploads'), 'junction');
    const { progress } = project.run('--', process.execPath, 'test.js');
    expect(progress).toContain(`Not copied: ${join(project.folder, 'uploads')} -> ${project.temporary}`);
  });

  it('stops the command and removes the copy when it is interrupted', async () => {
    const project = new Project('express', { 'test.js': 'setInterval(() => {}, 1000)' });
    const trial = project.start({}, '--', process.execPath, 'test.js');
    await expect.poll(() => reported(project)).toBe(true);
    trial.kill('SIGTERM');
    const [code] = await once(trial, 'exit');
    expect(code).toBe(process.platform === 'win32' ? null : 143);
    if (process.platform !== 'win32') expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('finds nothing to compare when the command does not load Express or no test passes', () => {
    const project = new Project(undefined, {
      'test.js': '',
      'requests.txt': 'GET /',
      'node_modules/express/package.json': '{ "name": "express", "version": "5.0.0" }',
      'node_modules/express/index.js': '',
    });
    const { code, progress } = project.run('--keep', '--', process.execPath, 'test.js');
    expect(progress).toContain('The command does not load Express');
    expect(code).toBe(2);
    const missing = project.run('--requests', 'requests.txt', '--', 'no-such-command').progress;
    expect(missing).toContain('The command exited with spawn no-such-command ENOENT before it listened');
  });

  it('stops a command that takes too long, and says so', () => {
    const project = new Project('express', {
      'test.js': "console.log('waiting'); setInterval(() => {}, 1000)",
    });
    const { code, progress } = project.run('--timeout', '1', '--', process.execPath, 'test.js');
    expect(progress).toContain(
      'The command took longer than 1 s: expected it to exit. Use --timeout for more.\nwaiting',
    );
    expect(code).toBe(2);
  });

  it('says so when the command fails without tests', () => {
    const project = new Project('express', { 'test.js': "console.log('reason'); process.exit(3)" });
    const { code, progress } = project.run('--', process.execPath, 'test.js');
    expect(progress).toContain('The command fails with Express: expected exit code 0, got 3\nreason');
    expect(code).toBe(2);
  });

  it('says what is wrong with the project or the command line', () => {
    const project = new Project(undefined, {});
    expect(project.run('--', 'npm', 'test').progress).toContain('No Express in');
    rmSync(join(project.folder, 'package.json'));
    expect(project.run('--', 'npm', 'test').progress).toContain('No installed project in');
    expect(project.run().progress).toContain('Missing command: expected one after --');
    expect(project.run('--timeout', 'x', '--', 'npm').progress).toContain('Invalid --timeout');
  });
});

describe('nextpress trial --requests', () => {
  it('prints differing responses, and the row that explains them', () => {
    const project = new Project('express', {
      'app.js': APP,
      'requests.txt': '# users\nGET /users/7\nGET /files//app.js\n\nGET /time\nGET /name\n',
    });
    const { code, output } = project.run('--requests', 'requests.txt', '--', process.execPath, 'app.js');
    expect(output).toMatch(/Express +4 responses +CPU \d+ µs per request\n +Nextpress +4 responses/);
    expect(output).toContain('GET /files//app.js\n    status: Express 200\n            Nextpress 404');
    expect(output).toContain('See the row "a file server reads a path with an empty segment');
    expect(output).toContain('GET /name\n    body: Express express\n          Nextpress @nextpress/express');
    expect(output).not.toContain('/users/7');
    expect(output).not.toContain('GET /time');
    expect(code).toBe(1);
  });

  it('sends the requests of a HAR file', () => {
    const headers = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Host', value: 'recorded.example' },
    ];
    const request = {
      method: 'POST',
      url: 'https://recorded.example/users?a=1',
      headers,
      postData: { text: '{"name":"Ada"}' },
    };
    const project = new Project('express', {
      'app.js': APP,
      'recorded.har': JSON.stringify({ log: { entries: [{ request }] } }),
    });
    const { code, output } = project.run('--requests', 'recorded.har', '--', process.execPath, 'app.js');
    expect(output).toContain('Nothing differs');
    expect(code).toBe(0);
  });

  it('says when the command does not listen, or the file has no requests', () => {
    const project = new Project('express', {
      'test.js': "console.log('done')",
      'requests.txt': 'GET /',
      'wrong.txt': 'FETCH /',
    });
    const run = (file: string) => project.run('--requests', file, '--', process.execPath, 'test.js').progress;
    expect(run('requests.txt')).toContain('The command exited with 0 before it listened');
    expect(run('wrong.txt')).toContain('Invalid request in wrong.txt:1');
  });
});

describe('nextpress trial --keep', () => {
  const manifest = '{\n    "dependencies": {\n        "express": "^5.0.0"\n    }\n}\n';
  const alias = 'npm:@nextpress/express';

  it.each([
    { manager: 'npm', lock: 'package-lock.json', field: { overrides: { express: alias } } },
    { manager: 'yarn', lock: 'yarn.lock', field: { resolutions: { express: alias } } },
  ])('writes the switch for $manager', ({ lock, field }) => {
    const project = new Project('express', {
      'package.json': manifest,
      [lock]: '',
      'test.js': "require('express')",
    });
    const { code, output } = project.run('--keep', '--', process.execPath, 'test.js');
    expect(output).toContain('install again');
    expect(code).toBe(0);
    const written = readFileSync(join(project.folder, 'package.json'), 'utf8');
    expect(written).toContain('\n    "dependencies"');
    expect(JSON.parse(written)).toEqual({ dependencies: { express: alias }, ...field });
  });

  it.each([
    {
      case: 'none',
      before: 'packages: [packages/*]',
      after: 'packages: [packages/*]\noverrides:\n  express: "npm:@nextpress/express"\n',
    },
    {
      case: 'others',
      before: 'overrides:\n    foo: 1\n',
      after: 'overrides:\n    express: "npm:@nextpress/express"\n    foo: 1\n',
    },
  ])('writes the switch for a member of a pnpm workspace with $case overrides', ({ before, after }) => {
    const project = new Project('express', {
      'pnpm-lock.yaml': '',
      'pnpm-workspace.yaml': before,
      'packages/api/package.json': manifest,
      'packages/api/test.js': "require('express')",
    });
    const { code } = project.runIn('packages/api', '--keep', '--', process.execPath, 'test.js');
    expect(code).toBe(0);
    expect(readFileSync(join(project.folder, 'pnpm-workspace.yaml'), 'utf8')).toBe(after);
    const own = readFileSync(join(project.folder, 'packages/api/package.json'), 'utf8');
    expect(JSON.parse(own)).toEqual({ dependencies: { express: alias } });
  });

  it('writes nothing when something differs', () => {
    const project = new Project('express', {
      'package.json': manifest,
      'test.js': "require('express'); console.log(require('express/package.json').name)",
    });
    expect(project.run('--keep', '--', process.execPath, 'test.js').code).toBe(1);
    expect(readFileSync(join(project.folder, 'package.json'), 'utf8')).toBe(manifest);
  });
});
