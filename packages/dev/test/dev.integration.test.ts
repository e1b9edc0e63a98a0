import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stripsTypes } from '../src/internal/entry.ts';
import { DevProcess, folderOf } from './dev-process.ts';

async function start(files: Readonly<Record<string, string>>, ...args: string[]): Promise<DevProcess> {
  const dev = await DevProcess.forTest(files);
  return dev.start(...args);
}

const APP = `
import { createServer } from 'nextpress';
import { word } from './word.js';
const app = createServer();
app.get('/', () => ({ word, pid: process.pid }));
app.get('/page', () => '<!doctype html><title>page</title>');
app.get('/users/:id', (req) => { throw new Error('<b>no</b> ' + req.params.id); });
app.get('/slow', (req, res) => { res.write('started '); setTimeout(() => res.end(word), 700); });
app.listen(PORT, () => console.log('listening'));
`;
const WORD = (word: string): string => `export const word = '${word}';\n`;
const FILES = { 'server.js': APP, 'word.js': WORD('one') };
const BROWSER = { accept: 'text/html,application/xhtml+xml' };

describe('nextpress dev', () => {
  test('serves the application, and the new code after a change', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    await dev.untilPrinted(`http://localhost:${dev.port}/`);
    expect(dev.output).toContain('4 routes');
    dev.write({ 'word.js': WORD('two') });
    await dev.until('"two"');
    await dev.untilPrinted('word.js changed');
    await dev.untilPrinted('200 GET /');
  });

  test('stops its processes and closes its port on SIGTERM', async () => {
    const dev = await start(FILES);
    const { pid } = JSON.parse(await dev.until('"one"'));
    dev.signal('SIGTERM');
    expect(await dev.exited).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(dev.get()).rejects.toThrow();
  });

  test('loses no request while it restarts', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    const agent = new Agent({ keepAlive: true });
    let isDone = false;
    const failures: unknown[] = [];
    const ask = (): Promise<void> =>
      new Promise((done) => {
        get({ port: dev.port, agent }, (res) => {
          if (res.statusCode !== 200) failures.push(res.statusCode);
          res.resume().on('error', (error) => failures.push(error));
          res.on('close', done);
        }).on('error', (error) => {
          failures.push(error);
          done();
        });
      });
    const clients = Array.from({ length: 4 }, async () => {
      while (!isDone) await ask();
    });
    for (const word of ['two', 'three', 'four']) {
      dev.write({ 'word.js': WORD(word) });
      await dev.until(`"${word}"`);
    }
    isDone = true;
    await Promise.all(clients);
    agent.destroy();
    expect(failures).toEqual([]);
  });

  test('finishes running requests with the old code', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    const slow = dev.get('/slow');
    const response = await slow;
    dev.write({ 'word.js': WORD('two') });
    await dev.until('"two"');
    expect(await response.text()).toBe('started one');
  });

  test('restarts once for several files that are saved together', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `part${at}`);
    const parts = Object.fromEntries(names.map((name) => [`${name}.js`, 'export default 1;\n']));
    const imports = names.map((name) => `import ${name} from './${name}.js';\n`).join('');
    const sum = names.join(' + ');
    const app = `import { createServer } from 'nextpress';\n${imports}
      createServer().get('/', () => ({ sum: ${sum} })).listen(PORT);`;
    const dev = await start({ ...parts, 'server.js': app });
    await dev.until('"sum":10');
    dev.write(Object.fromEntries(Object.keys(parts).map((name) => [name, 'export default 2;\n'])));
    await dev.until('"sum":20');
    await dev.untilPrinted('restarted');
    expect(dev.output.match(/restarted/g)).toHaveLength(1);
  });

  test('ignores files that the application has not loaded', async () => {
    const dev = await start({ ...FILES, 'other.js': '1' });
    const before = await dev.until('"one"');
    dev.write({ 'other.js': '2' });
    dev.write({ 'public/style.css': 'p {}' });
    dev.write({ 'word.js': WORD('two') });
    await dev.until('"two"');
    expect(dev.output).not.toContain('other.js');
    expect(before).not.toContain('two');
  });

  test('explains a syntax error at every URL until it is fixed', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    dev.write({ 'word.js': "export const word = 'two\n" });
    const page = await dev.until('SyntaxError', '/anything', BROWSER);
    expect(page).toContain('word.js:1:21');
    expect(page).toContain('<script src="/.nextpress/reload.js" async></script>');
    expect(await (await dev.get('/', { accept: '*/*' })).text()).toContain("> 1 │ export const word = 'two");
    dev.write({ 'word.js': WORD('three') });
    await dev.until('"three"');
  });

  test('explains a failed first start, and starts once the missing file is there', async () => {
    const { 'word.js': word, ...files } = FILES;
    const dev = await DevProcess.forTest(files);
    dev.start('--port', String(dev.port));
    const text = await dev.until('ERR_MODULE_NOT_FOUND');
    expect(text).toContain('A module is not installed, or its path is wrong');
    dev.write({ 'word.js': word });
    await dev.until('"one"');
  });

  test('explains a rejected plugin and a crash, and waits for the next change', async () => {
    const app = (line: string): string => `import { createServer } from 'nextpress';
      const app = createServer();\n${line}\napp.get('/', () => 'fine').listen(PORT);`;
    const dev = await start({ 'server.js': app('') });
    await dev.until('fine');
    dev.write({ 'server.js': app("app.register(async () => { throw new Error('no database'); });") });
    await dev.until('no database');
    dev.write({ 'server.js': app("setTimeout(() => { throw new Error('crashed'); }, 50);") });
    await dev.until('crashed');
    dev.write({ 'server.js': app('') });
    await dev.until('fine');
  });

  test('explains errors of handlers to browsers and terminals', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    const response = await dev.get('/users/7', BROWSER);
    const page = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<h1>&lt;b&gt;no&lt;/b&gt; 7</h1>');
    expect(page).toContain('GET /users/7');
    expect(page).toContain('/users/:id');
    expect(page).toContain('server.js:7:');
    const text = await (await dev.get('/users/7', { 'user-agent': 'curl/8.5.0' })).text();
    expect(text).toMatch(/> +7 │ /);
    expect(await (await dev.get('/users/7')).json()).toMatchObject({ status: 500 });
    await dev.untilPrinted('<b>no</b> 7');
    await dev.untilPrinted('/users/:id');
  });

  test('prints each response and error once when the application has a logger', async () => {
    const app = `import { createServer } from 'nextpress';
      createServer({ logger: true })
        .get('/', (req) => { req.log.info('mine'); return 'fine'; })
        .get('/fails', () => { throw new Error('failed'); })
        .listen(PORT);`;
    const dev = await DevProcess.forTest({ 'server.js': app });
    dev.link('pino', folderOf('pino'));
    dev.start();
    await dev.until('fine');
    await dev.get('/fails');
    await dev.untilPrinted('500 GET /fails');
    expect(dev.output).toContain('"msg":"mine"');
    expect(dev.output).toMatch(/^200 GET \/ /m);
    await dev.untilPrinted("throw new Error('failed')");
    expect(dev.output.match(/failed/g)).toHaveLength(2); // the message, and the line of the source
    expect(dev.output).not.toContain('request completed');
  });

  test('adds the reload script only to complete pages, with the right length', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    const response = await dev.get('/page', BROWSER);
    const page = await response.text();
    expect(page).toBe(
      '<!doctype html><title>page</title>\n<script src="/.nextpress/reload.js" async></script>\n',
    );
    expect(response.headers.get('content-length')).toBe(String(page.length));
    const head = await fetch(`http://localhost:${dev.port}/page`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('34');
    for (const headers of [
      { accept: '*/*' },
      { accept: '*/*', 'user-agent': 'curl/8.5.0' },
      { accept: '*/*', 'hx-request': 'true' },
      { ...BROWSER, 'hx-request': 'true' },
      { ...BROWSER, 'x-requested-with': 'XMLHttpRequest' },
      { ...BROWSER, 'turbo-frame': 'list' },
      { ...BROWSER, 'sec-fetch-dest': 'empty' },
      { accept: 'application/json' },
    ])
      expect(await (await dev.get('/page', headers)).text()).not.toContain('script');
    expect(await (await dev.get('/', BROWSER)).text()).not.toContain('script');
    expect(await (await dev.get('/.nextpress/reload.js')).text()).toContain('EventSource');
  });

  test('tells pages to reload when a view changes, without a restart', async () => {
    const dev = await start({ ...FILES, 'views/page.ejs': 'one' });
    const before = JSON.parse(await dev.until('"one"'));
    const events = (await dev.get('/.nextpress/reload')).body?.getReader();
    await events?.read();
    dev.write({ 'views/page.ejs': 'two' });
    const { value } = (await events?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toContain('event: reload');
    expect(JSON.parse(await dev.until('"one"'))).toEqual(before);
  });

  test('tells pages to reload when a view changes in a folder set by the application', async () => {
    const app = `import { createServer } from 'nextpress';
      const app = createServer();
      app.set('views', [import.meta.dirname + '/src/pages', import.meta.dirname]);
      app.get('/', () => 'ready').listen(PORT);`;
    const dev = await start({ 'server.js': app, 'src/pages/deep/page.ejs': 'one' });
    await dev.until('ready');
    const events = (await dev.get('/.nextpress/reload')).body?.getReader();
    await events?.read();
    dev.write({ 'src/pages/deep/page.ejs': 'two' });
    const { value } = (await events?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toContain('event: reload');
    expect(dev.output).not.toContain('restarted');
  });

  test('adds nothing to pages with --no-reload', async () => {
    const dev = await start(FILES, '--no-reload');
    await dev.until('"one"');
    expect(await (await dev.get('/page')).text()).toBe('<!doctype html><title>page</title>');
  });

  test('reads .env, and restarts when it changes', async () => {
    const app = `import { createServer } from 'nextpress';
      createServer().get('/', () => [process.env.NODE_ENV, process.env.WORD].join(' ')).listen(PORT);`;
    const dev = await start({ 'server.js': app, '.env': 'WORD=one' });
    await dev.until('development one');
    dev.write({ '.env': 'WORD=two' });
    await dev.until('development two');
  });

  test('runs applications of nextpress/express and of Express in CommonJS', async () => {
    const app = (name: string): string => `const express = require('${name}');
      const app = express();
      app.get('/', (req, res) => res.send(require('./word.cjs')));
      app.get('/fails', () => { throw new Error('thrown'); });
      if (require.main === module) app.listen(PORT);`;
    for (const name of ['nextpress/express', 'express']) {
      const dev = await start({ 'app.cjs': app(name), 'word.cjs': "module.exports = 'one';" });
      await dev.until('one');
      dev.write({ 'word.cjs': "module.exports = 'two';" });
      await dev.until('two');
      await dev.untilPrinted('200 GET /');
      const page = await (await dev.get('/fails', BROWSER)).text();
      expect(page).toContain('thrown');
      expect(page.includes('<h2>Stack</h2>')).toBe(name === 'nextpress/express');
    }
  });

  test('runs an application that is exported but does not listen', async () => {
    const app =
      "import { createServer } from 'nextpress';\nexport default createServer().get('/', () => 'exported');";
    const dev = await DevProcess.forTest({ 'src/app.js': app });
    dev.start('--port', String(dev.port));
    await dev.until('exported');
  });

  test('forwards bodies, trailers, early hints and upgrades', async () => {
    const app = `import { createServer } from 'node:http';
      const server = createServer((req, res) => {
        res.writeEarlyHints({ link: '</a.css>; rel=preload' });
        res.setHeader('Trailer', 'X-End');
        res.setHeader('X-Framing', req.headers['transfer-encoding'] ?? req.headers['content-length'] ?? 'none');
        let length = 0;
        req.on('data', (data) => { length += data.length; });
        req.on('end', () => { res.write(String(length)); res.addTrailers({ 'X-End': 'yes' }); res.end(); });
      });
      server.on('upgrade', (req, socket, head) => {
        socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: echo\\r\\n\\r\\n');
        socket.write(head);
        socket.pipe(socket);
      });
      server.listen(PORT);`;
    const dev = await start({ 'server.js': app });
    await dev.until('0');
    const [hints, text, trailers] = await new Promise<[string, string, NodeJS.Dict<string>]>((done, fail) => {
      let link = '';
      const req = request({ port: dev.port, method: 'POST' }, (res) => {
        let body = '';
        res.on('data', (part) => {
          body += part;
        });
        res.on('end', () => done([link, body, res.trailers]));
      });
      req.on('information', (info) => {
        link = String(info.headers.link);
      });
      req.on('error', fail);
      req.write(Buffer.alloc(100_000));
      req.end(Buffer.alloc(100_000));
    });
    expect([hints, text, trailers]).toEqual(['</a.css>; rel=preload', '200000', { 'x-end': 'yes' }]);

    const bare = connect(dev.port, '127.0.0.1');
    bare.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let answer = '';
    for await (const data of bare) answer += data;
    expect(answer).toContain('X-Framing: 0');

    const socket = connect(dev.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello');
    let echoed = '';
    for await (const data of socket) {
      echoed += data;
      if (echoed.endsWith('hello')) break;
    }
    expect(echoed).toMatch(/^HTTP\/1.1 101 /);
  });

  test('listens on the port of .env', async () => {
    const app =
      "import { createServer } from 'nextpress';\nexport default createServer().get('/', () => 'exported');";
    const dev = await start({ 'app.js': app, '.env': 'PORT=PORT' });
    await dev.until('exported');
  });

  test('survives responses that Node does not send', async () => {
    const app = `import { createServer } from 'node:net';
      import { createServer as createHttp } from 'node:http';
      const server = createHttp();
      server.removeAllListeners('connection');
      server.on('connection', (socket) => {
        socket.once('data', (data) => {
          const hints = 'HTTP/1.1 103 Early Hints\\r\\nLink: nonsense\\r\\n\\r\\n';
          const status = String(data).includes(' /bad') ? '099 Odd' : '200 OK';
          socket.end(hints + 'HTTP/1.1 ' + status + '\\r\\nContent-Length: 4\\r\\n\\r\\nfine');
        });
      });
      server.listen(PORT);`;
    const dev = await start({ 'server.js': app });
    await dev.until('fine');
    expect((await dev.get('/bad')).status).toBe(500);
    await dev.until('fine');
  });

  test('lets an application listen on a port that the system chooses, also after a restart', async () => {
    const listening = (word: string): string => `import { createServer } from 'nextpress';
const app = createServer();
app.get('/', () => '${word}');
const server = app.listen(0, () => console.log('${word} at ' + server.address().port + '.'));
`;
    const dev = await DevProcess.forTest({ 'server.js': listening('one') });
    dev.start();
    for (const word of ['one', 'two']) {
      dev.write({ 'server.js': listening(word) });
      await dev.untilPrinted(`${word} at `);
      await dev.untilPrinted(word === 'one' ? 'ready in' : 'restarted in');
      const [, port] = new RegExp(`${word} at (\\d+)\\.`).exec(dev.output) ?? [];
      expect(await fetch(`http://localhost:${port}/`).then((response) => response.text())).toBe(word);
    }
    expect(dev.output).not.toContain('Cannot listen');
  });

  test('reports that the port is in use', async () => {
    const first = await start(FILES);
    await first.until('"one"');
    const second = await start({ ...FILES, 'server.js': APP.replaceAll('PORT', String(first.port)) });
    await second.untilPrinted(
      `Cannot listen on port ${first.port}: another process is using it. Stop that process, or set PORT in .env.`,
    );
    expect(await second.exited).toBe(1);
  });

  test('explains what it expects when there is no application', async () => {
    const dev = await start({ 'readme.txt': '' });
    expect(await dev.exited).toBe(2);
    expect(dev.output).toContain('expected "main" in package.json');
  });

  test.runIf(stripsTypes())('runs TypeScript', async () => {
    const app = `import { createServer } from 'nextpress';
      const word: string = 'typed';
      createServer().get('/', () => word).listen(PORT);`;
    const dev = await start({ 'src/server.ts': app });
    await dev.until('typed');
  });

  test('runs TypeScript that Node cannot strip with tsx, and the new code after a change', async () => {
    const dev = await DevProcess.forTest({
      'src/server.ts': `import { createServer } from 'nextpress';
        import { Word } from './word.ts';
        createServer().get('/', () => Word.value).listen(PORT);`,
      'src/word.ts': "export enum Word { value = 'one' }",
    });
    dev.link('tsx', folderOf('tsx'));
    dev.start();
    await dev.until('one');
    dev.write({ 'src/word.ts': "export enum Word { value = 'two' }" });
    await dev.until('two');
    await dev.untilPrinted('src/word.ts changed');
  });

  test('restarts when an imported workspace package changes', async () => {
    const dev = await DevProcess.forTest({
      'packages/api/package.json': '{ "type": "module" }',
      'packages/api/server.js': APP.replace('./word.js', 'shared'),
      'packages/shared/package.json': '{ "type": "module", "exports": "./index.js" }',
      'packages/shared/index.js': WORD('one'),
    });
    dev.link('shared', join(dev.folder, 'packages/shared'));
    dev.start('packages/api/server.js');
    await dev.until('"one"');
    dev.write({ 'packages/shared/index.js': WORD('two') });
    await dev.until('"two"');
  });

  test('never puts parts of an error or a request into headers', async () => {
    const evil = 'a\\r\\nX-Injected: 1\\r\\n\\r\\n<script>';
    const app = (line: string): string => `import { createServer } from 'nextpress';
      const app = createServer();
      const evil = (text) => Object.assign(new Error(text), { name: text, code: text, statusMessage: text });
      ${line}
      app.get('/:word', (req) => { throw evil(req.params.word + '${evil}'); });
      app.listen(PORT);`;
    const dev = await start({ 'server.js': app('') });
    const path = `/${encodeURIComponent('b\r\nX-Injected: 2')}`;
    const expectNothing = async (): Promise<void> => {
      for (const agent of ['a browser', 'curl/8.5.0']) {
        const headers = { ...(agent === 'a browser' && BROWSER), 'user-agent': agent };
        const response = await dev.get(path, headers);
        expect([response.status, response.statusText]).toEqual([500, 'Internal Server Error']);
        expect([...response.headers].join('\n')).not.toMatch(/injected|script>/i);
        expect(response.headers.get('content-type')).toMatch(/^text\/(?:html|plain); charset=utf-8$/);
        expect(await response.text()).toContain('X-Injected: 1');
      }
    };
    await dev.until('X-Injected', path, BROWSER);
    await expectNothing();
    dev.write({ 'server.js': app(`throw evil('failed start ${evil}');`) });
    await dev.until('failed start', path, BROWSER);
    await expectNothing();
  });

  test('reads keys: restarts with r, lists the routes with l, quits with q and Ctrl-C', async () => {
    for (const key of ['q', '\u0003']) {
      const dev = await DevProcess.forTest(FILES);
      dev.startInTerminal();
      const before = await dev.until('"one"');
      await dev.untilPrinted('r restart   o open   l routes   q quit');
      dev.press('l');
      await dev.untilPrinted('GET, HEAD  /users/:id\n');
      dev.press('xr');
      await dev.untilPrinted('· restart\n');
      expect(await dev.until('"one"')).not.toBe(before);
      dev.press(key);
      expect(await dev.exited).toBe(0);
      await expect(dev.get()).rejects.toThrow();
    }
  });

  test.skipIf(process.platform === 'win32')('opens the page in the browser with o', async () => {
    const dev = await DevProcess.forTest(FILES);
    const opened = join(dev.folder, 'bin', 'opened');
    // Written in one step.
    const script = `#!/bin/sh\necho "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`;
    for (const command of ['bin/xdg-open', 'bin/open']) {
      dev.write({ [command]: script });
      chmodSync(join(dev.folder, command), 0o755);
    }
    dev.startInTerminal({ PATH: `${join(dev.folder, 'bin')}:${process.env.PATH}` });
    await dev.untilPrinted('o open');
    dev.press('o');
    await expect.poll(() => existsSync(opened)).toBe(true);
    expect(readFileSync(opened, 'utf8')).toBe(`http://localhost:${dev.port}/\n`);
  });

  test.skipIf(stripsTypes())('says how to run TypeScript when Node cannot', async () => {
    const dev = await start({ 'server.ts': 'const word: string = "typed";' });
    expect(await dev.exited).toBe(2);
    expect(dev.output).toContain('npm install --save-dev tsx');
  });

  test('stops on a signal when its folder was removed', async () => {
    const dev = await start(FILES);
    await dev.until('"one"');
    rmSync(join(dev.folder, 'word.js'));
    await dev.until('ERR_MODULE_NOT_FOUND');
    dev.signal('SIGINT');
    expect(await dev.exited).toBe(0);
  });
});
