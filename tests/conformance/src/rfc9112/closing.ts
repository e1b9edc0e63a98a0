import { expect } from 'vitest';
import { ask, converse, requestText } from '../subject.ts';
import { echo, last, type Rule, type RuleGroup, statusesIn } from './rule.ts';

/** The end of a secure connection; on TCP, of which FIN is the signal, the same is asked for. */
const rules: readonly Rule[] = [
  {
    section: '9112 §9.8',
    level: 'MUST',
    requires: 'announces the end (TLS: a closure alert) before it closes the connection',
    holds: async ({ serve }) => {
      const socket = (await serve(echo)).connect();
      let ended = false;
      socket.on('end', () => {
        ended = true;
      });
      expect(statusesIn(await converse(socket, last('')))).toEqual([200]);
      expect(ended).toBe(true);
    },
  },
  {
    section: '9112 §9.8',
    level: 'SHOULD',
    requires: 'is prepared for a client that closes without notice',
    holds: async ({ serve }) => {
      const server = await serve(echo);
      for (let i = 0; i < 5; i++) {
        const socket = server.connect().on('error', () => {});
        socket.write(requestText('GET', '/'));
        await new Promise((resolve) => socket.once('data', resolve));
        socket.destroy();
      }
      expect((await ask(server, 'GET', '/')).status).toBe(200);
    },
  },
  {
    section: '9112 §9.7',
    level: 'MUST',
    requires: 'sends everything over the secure connection, and keeps it open like any other',
    holds: async ({ serve }) => {
      const server = await serve(echo);
      const text = await converse(
        server.connect(),
        requestText('GET', '/') + requestText('GET', '/') + last(''),
      );
      expect(statusesIn(text)).toEqual([200, 200, 200]);
    },
  },
];

export const closing: RuleGroup = { title: 'The end of a connection', rules };
