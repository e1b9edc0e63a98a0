import { describe, expect, test } from 'vitest';
import { formatEvent, type ServerSentEvent } from '../src/format-event.ts';

describe('formatEvent', () => {
  test.each<[string, ServerSentEvent | string, string]>([
    ['text', 'hello', 'data: hello\n\n'],
    ['empty text', '', 'data: \n\n'],
    ['text that starts with a space', ' a', 'data:  a\n\n'],
    ['several lines', 'a\nb\r\nc\rd', 'data: a\ndata: b\ndata: c\ndata: d\n\n'],
    ['other line separators', 'a\u2028b\u0085c', 'data: a\u2028b\u0085c\n\n'],
    ['an object', { data: { a: [1] } }, 'data: {"a":[1]}\n\n'],
    ['null', { data: null }, 'data: null\n\n'],
    [
      'all fields',
      { comment: 'c', retry: 5, event: 'e', id: 7, data: 'd' },
      ': c\nretry: 5\nevent: e\nid: 7\ndata: d\n\n',
    ],
    ['no data', { id: '' }, 'id: \n\n'],
    ['a comment of several lines', { comment: 'a\ndata: b' }, ': a\n: data: b\n\n'],
  ])('writes %s', (_what, event, text) => {
    expect(formatEvent(event)).toBe(text);
  });

  test('removes what would end a field', () => {
    expect(formatEvent({ event: 'a\ndata: b', id: 'c\r\n\u0000d' })).toBe('event: adata: b\nid: cd\n\n');
  });

  test.each<[unknown, RegExp]>([
    [undefined, /^Invalid event: expected text or an object such as \{ data, event, id \}, got undefined\.$/],
    [5, /^Invalid event: .*, got 5\.$/],
    [
      { name: 'a' },
      /^Unknown field "name" of an event: expected one of data, event, id, retry, comment\. Send other values as \{ data: … \}\.$/,
    ],
    [
      { retry: -1 },
      /^Invalid retry of an event: expected milliseconds as an integer of at least 0, got -1\.$/,
    ],
    [{ retry: '5\ndata: b' }, /^Invalid retry of an event/],
    [
      { data: () => {} },
      /^Invalid data of an event: expected text or a JSON-serializable value, got function data\.$/,
    ],
    [{ data: 1n }, /BigInt/],
  ])('refuses case %#', (event, message) => {
    expect(() => formatEvent(event as string)).toThrow(message);
    expect(() => formatEvent(event as string)).toThrow(TypeError);
  });
});
