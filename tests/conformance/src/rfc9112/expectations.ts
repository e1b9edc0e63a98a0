import { expect } from 'vitest';
import { converse, requestText } from '../subject.ts';
import { echo, last, type Rule, type RuleGroup, statusesIn, textOf } from './rule.ts';

const expecting = (version: string): string =>
  `POST / HTTP/${version}\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n`;

/** `Expect`, informational responses and `Upgrade`. */
const rules: readonly Rule[] = [
  {
    section: '9110 §10.1.1',
    level: 'MUST',
    requires: 'responds to 100-continue with 100, or with a final status, before the content arrives',
    holds: async ({ serve }) => {
      const socket = (await serve(echo)).connect();
      socket.once('data', () => socket.write('abc'));
      expect(statusesIn(await converse(socket, expecting('1.1')))).toEqual([100, 200]);
    },
  },
  {
    section: '9110 §10.1.1',
    level: 'MUST',
    requires: 'sends a final status after 100, unless the connection is lost',
    holds: async ({ serve }) => {
      const server = await serve((req, res) => void req.once('data', () => res.status(417).send('no')));
      const socket = server.connect();
      socket.once('data', () => socket.write('abc'));
      expect(statusesIn(await converse(socket, expecting('1.1')))).toEqual([100, 417]);
    },
  },
  {
    section: '9110 §10.1.1',
    level: 'MUST',
    requires: 'ignores 100-continue in HTTP/1.0',
    holds: async (servers) => {
      expect(statusesIn(await textOf(servers, echo, `${expecting('1.0')}abc`))).toEqual([200]);
    },
  },
  {
    section: '9110 §10.1.1',
    level: 'SHOULD',
    requires: 'states whether it closes the connection if it responds before the content arrives',
    holds: async ({ serve }) => {
      const server = await serve((_req, res) => res.status(400).send('no'));
      const text = await converse(server.connect(), expecting('1.1').replace('Expect: 100-continue\r\n', ''));
      expect(text).toMatch(/\r\nConnection: close\r\n/);
    },
  },
  {
    section: '9110 §10.1.1',
    level: 'MAY',
    requires: 'responds with 417 to an expectation that it cannot meet',
    holds: async ({ serve }) => {
      const text = await converse((await serve(echo)).connect(), last('Expect: x\r\n'));
      expect(statusesIn(text)).toEqual([417]);
    },
  },
  {
    section: '9110 §15.2',
    level: 'MUST NOT',
    requires: 'sends informational responses to HTTP/1.0',
    how: 'By itself. Responses that a handler sends with `writeProcessing` or `writeEarlyHints` are sent.',
    holds: async (servers) => {
      expect(
        statusesIn(await textOf(servers, echo, 'GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n')),
      ).toEqual([200]);
    },
  },
  {
    section: '9110 §7.8',
    level: 'MUST',
    requires: 'ignores Upgrade in HTTP/1.0, and never switches to a protocol that was not requested',
    how: 'Without a listener for `upgrade`, Upgrade is ignored.',
    holds: async (servers) => {
      const fields = { Connection: 'upgrade, close', Upgrade: 'h2c' };
      for (const version of ['1.0', '1.1']) {
        const request = requestText('GET', '/', fields).replace('HTTP/1.1', `HTTP/${version}`);
        expect(statusesIn(await textOf(servers, echo, request))).toEqual([200]);
      }
    },
  },
];

export const expectations: RuleGroup = { title: 'Expect and Upgrade', rules };
