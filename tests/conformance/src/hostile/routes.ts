import { expect } from 'vitest';
import { ask } from '../subject.ts';
import { deny, expectEach } from './guarded-files.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { pathRows } from './rows.ts';

const showsPath: HostileHandler = (req, res) => res.json(req.pathname);
const open: HostileHandler = (_req, res) => res.send('open');

const oddTargets: Readonly<Record<string, string>> = {
  '/?/admin': '/',
  '/a?b/../c': '/a',
  '/a#b': '/a',
  '/admin#/../x?y': '/admin',
  '/a;b=c/d': '/a;b=c/d',
  '/..': '/',
  '/a/..;/b': '/a/..;/b',
  '//a/b': '//a/b',
  '/http://x/': '/http://x/',
  'http://localhost': '/',
  'http://localhost?x/y': '/',
  'http://localhost//x': '//x',
  'HTTP://LOCALHOST/x/../y': '/y',
};

/** Targets of which middleware and routes could see different paths. */
export const routes: HostileCases<keyof typeof pathRows> = {
  'middleware that matches another text than the router': {
    'no route is reached past the middleware of its prefix': async ({ serve }) => {
      let passed = 0;
      let reached = 0;
      const subject = await serve((app) => {
        app.use('/secret', (_req, _res, next) => {
          passed++;
          next();
        });
        app.get('/secret{/*rest}', (_req, res) => {
          reached++;
          res.send('reached');
        });
        app.get('/:any', open);
      });
      for (const target of [
        '/secret',
        '/s%65cret',
        '/SECRET/',
        '/secret/x%2Fy',
        '/./secret',
        '/x/../secret/y',
        '//secret',
        '/secret;x',
        '/secret%2F',
        'http://localhost/secret',
      ]) {
        await ask(subject, 'GET', target);
        expect(passed, target).toBe(reached);
      }
      expect(reached).toBe(7);
    },
    'a malformed escape leads around no guard': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/secret', deny);
        app.get('/secret/*rest', open);
        app.get('/:any', open);
        app.get('/:any/*rest', open);
      });
      const targets = ['/secret/%e', '/%73ecret/%zz', '/x%zz/../secret/%', '/%zz/%2e%2e/secret'];
      for (const target of targets)
        expect([400, 401], target).toContain((await ask(subject, 'GET', target)).status);
      await expectEach(400, subject, ['/%zz', '/%', '/secre%74%', '/%%37%33ecret/a']);
    },
  },
  'middleware that is given another path than the router': {
    'a guard that looks at the path itself sees the one that is routed': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use((req, res, next) => (req.path.startsWith('/admin') ? deny(req, res, next) : next()));
        app.get('/admin/*rest', open);
      });
      await expectEach(401, subject, [
        '/admin/x',
        '/%61dmin/x',
        '/x/../admin/x',
        '/./admin/x',
        'http://localhost/admin/x',
      ]);
      await expectEach(404, subject, ['//admin/x', '//admin']);
    },
  },
  'middleware that nested routers inherit': {
    'what is in front of a router runs once for what is in it': async ({ serve, Router }) => {
      const ran: string[] = [];
      const notes =
        (name: string): HostileHandler =>
        (_req, _res, next) => {
          ran.push(name);
          next();
        };
      const subject = await serve((app) => {
        const inner = Router();
        inner.use(notes('inner'));
        inner.get('/leaf', open);
        const middle = Router();
        middle.use(notes('middle'));
        middle.use('/inner', inner);
        app.use(notes('outer'));
        app.use('/middle', notes('mount'), middle);
      });
      await expectEach(200, subject, ['/middle/inner/leaf', '/middle/x/../%69nner/leaf']);
      expect(ran).toEqual(['outer', 'mount', 'middle', 'inner', 'outer', 'mount', 'middle', 'inner']);
    },
  },
  'a prefix without a boundary': {
    'a prefix is whole segments': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.use(open);
      });
      await expectEach(200, subject, ['/administrator', '/admin-x', '/admin.txt', '/admin%2Fx', '/admi']);
      await expectEach(401, subject, ['/admin', '/admin/', '/admin/x', '/admin?x']);
    },
  },
  'a path decoded twice': {
    'an escape of an escape is text': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.get('/:name', (req, res) => res.json(req.params.name));
      });
      await expectEach(404, subject, ['/%252e%252e/x', '/x/%252e%252e/admin']);
      expect((await ask(subject, 'GET', '/%2561dmin')).body).toBe('"%61dmin"');
      expect((await ask(subject, 'GET', '/admin%252Fx')).body).toBe('"admin%2Fx"');
    },
  },
  'escapes and backslashes that climb': {
    'a backslash is data, and an escaped dot a dot': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(showsPath);
      });
      const shown: unknown[] = [];
      for (const target of ['/a/%2e%2e/b', '/a%5C..%5Cb', '/a\\..\\b', '/a/.%2e/%2E/b', '/a/..%5Cb'])
        shown.push(JSON.parse((await ask(subject, 'GET', target)).body));
      expect(shown).toEqual(['/b', '/a%5C..%5Cb', '/a%5C..%5Cb', '/b', '/a/..%5Cb']);
    },
  },
  'a URL made of Host': {
    'the guard of a path runs whatever Host says, or nothing does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.use(open);
      });
      for (const Host of ['a/abc?', 'a/..', 'a\\b', 'a?x=', 'a#', 'a:80/x', 'http://a']) {
        const { status } = await ask(subject, 'GET', '/admin/s', { Host });
        expect([400, 401], `Host: ${Host}`).toContain(status);
      }
    },
  },
  'a path that Host changes': {
    'a handler sees the path of the request line': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(showsPath);
      });
      for (const Host of ['a/abc?', 'a/x#', 'evil@a', 'a']) {
        const { status, body } = await ask(subject, 'GET', '/path', { Host });
        expect([400, '"/path"'], `Host: ${Host}`).toContain(status === 400 ? status : body);
      }
    },
  },
  'an absolute-form target': {
    'its path is what is guarded': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.use(showsPath);
      });
      const targets = ['http://localhost/admin/s', 'http://localhost/%61dmin', 'HTTP://localhost/x/../admin'];
      await expectEach(401, subject, targets);
      await expectEach(200, subject, ['http://localhost/adm', 'http://localhost']);
      for (const target of ['ftp://localhost/admin', 'localhost:80']) {
        expect([400, 401, 404], target).toContain((await ask(subject, 'GET', target)).status);
      }
    },
  },
  'an asterisk-form target': {
    'it gets a response': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.get('/', open);
      });
      expect([200, 204, 404]).toContain((await ask(subject, 'OPTIONS', '*')).status);
      expect([400, 404]).toContain((await ask(subject, 'GET', '*')).status);
    },
  },
  'escapes decoded and dots removed in the wrong order': {
    'the canonical path of a canonical path is itself': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(showsPath);
      });
      for (const target of [
        '/%2e%2e%2fadmin',
        '/a%2f..%2fadmin',
        '/a/%252e%252e/b',
        '/%2E/%2e%2E/a',
        '/a%2f/../b',
      ]) {
        const path = JSON.parse((await ask(subject, 'GET', target)).body) as string;
        expect(JSON.parse((await ask(subject, 'GET', path)).body), target).toBe(path);
      }
    },
  },
  'a request line that a parser confuses': {
    'the path ends at the first question mark, and begins after the authority': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(showsPath);
      });
      const shown: Record<string, unknown> = {};
      for (const target of Object.keys(oddTargets))
        shown[target] = JSON.parse((await ask(subject, 'GET', target)).body);
      expect(shown).toEqual(oddTargets);
    },
  },
  'params of a route that did not match': {
    'a handler has the params of its own pattern': async ({ serve }) => {
      const shows: HostileHandler = (req, res) => res.json(req.params);
      const subject = await serve((app) => {
        app.get('/a/:first/x', shows);
        app.get('/a/:second/:third', (_req, _res, next) => next());
        app.get('/a/:fourth/:fifth', shows);
        app.get('/b/:__proto__', shows);
      });
      const shown: unknown[] = [];
      for (const target of ['/a/1/x', '/a/1/2', '/b/1']) shown.push((await ask(subject, 'GET', target)).body);
      expect(shown).toEqual(['{"first":"1"}', '{"fourth":"1","fifth":"2"}', '{"__proto__":"1"}']);
    },
  },
};
