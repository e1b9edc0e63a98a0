import { expect } from 'vitest';
import { ask } from '../subject.ts';
import type { HostileCases } from './hostile-case.ts';
import type { fieldRows } from './rows.ts';

const Origin = 'https://evil.example';

/** Responses that other sites may read. */
export const crossOrigin: HostileCases<keyof typeof fieldRows> = {
  'an origin reflected by default': {
    'by default the response names no origin and allows no credentials': async ({ serve, cors }) => {
      const subject = await serve((app) => {
        app.use(cors());
        app.get('/', (_req, res) => res.send('x'));
      });
      for (const from of [Origin, 'null', 'https://a.example, https://evil.example']) {
        const { headers } = await ask(subject, 'GET', '/', { Origin: from });
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    },
    'an origin that is not listed gets nothing, however it looks': async ({ serve, cors }) => {
      const subject = await serve((app) => {
        app.use(cors({ origin: ['https://a.example', /^https:\/\/[a-z]+\.a\.example$/], credentials: true }));
        app.get('/', (_req, res) => res.send('x'));
      });
      for (const from of [
        Origin,
        'null',
        'https://a.example.evil.example',
        'https://evila.example',
        'https://A.example',
        'http://a.example',
        'https://a.example:444',
        'https://a.example/',
        'https://x.y.a.example',
        'https://evil.example/?https://x.a.example',
        '',
      ]) {
        const { headers } = await ask(subject, 'GET', '/', { Origin: from });
        expect(headers['access-control-allow-origin'], from).toBeUndefined();
        expect(headers.vary, from).toMatch(/\bOrigin\b/);
      }
    },
  },
  'credentials for every origin': {
    'they are refused when they are set': async ({ cors }) => {
      expect(() => cors({ origin: '*', credentials: true })).toThrow(/credentials/);
      expect(() => cors({ credentials: true })).toThrow(/credentials/);
    },
  },
  'a Vary that the client wrote': {
    'Vary of the response is ours': async ({ serve, cors }) => {
      const subject = await serve((app) => {
        app.use(cors({ origin: ['https://a.example'] }));
        app.get('/', (_req, res) => res.send('x'));
      });
      const fields = { Origin: 'https://a.example', Vary: 'X-Evil, *' };
      expect((await ask(subject, 'GET', '/', fields)).headers.vary).toBe('Origin');
      const preflight = await ask(subject, 'OPTIONS', '/', {
        ...fields,
        'Access-Control-Request-Method': 'PUT',
      });
      expect(preflight.headers.vary).toMatch(/^Origin\b/);
      expect(preflight.headers.vary).not.toMatch(/evil|\*/i);
    },
  },
};
