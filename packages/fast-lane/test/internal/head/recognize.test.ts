import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Head } from '../../../src/internal/head/head.ts';
import { recognize, WINDOW_SIZE } from '../../../src/internal/head/recognize.ts';
import { headOf, ordinaryHead } from '../arbitrary-head.ts';

const LIMIT = 16_384;

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** What the recognizer returns for a text. */
function outcomeOf(text: string, limit: number = LIMIT): string {
  return recognize(bytesOf(text), 0, limit, new Head());
}

/** A GET with a `Host` and these lines. */
function get(...lines: string[]): string {
  return ['GET / HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');
}

function post(...lines: string[]): string {
  return get(...lines).replace('GET', 'POST');
}

/** For each byte, whether a head with that byte in one place is ordinary. */
function takenBytes(headWith: (byte: string) => string): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  return bytes.filter((byte) => outcomeOf(headWith(byte)) === 'ordinary').join('');
}

const VCHAR = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i)).join('');
const OBS_TEXT = Array.from({ length: 0x80 }, (_, i) => String.fromCharCode(0x80 + i)).join('');
const TCHAR = VCHAR.replace(/["(),/:;<=>?@[\\\]{}]/g, '');

describe('request line', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is ordinary', (method) => {
    const head = new Head();
    expect(recognize(bytesOf(get().replace('GET', method)), 0, LIMIT, head)).toBe('ordinary');
    expect(head.method).toBe(method);
  });

  test.each(['CONNECT', 'TRACE', 'QUERY', 'get', 'Get', 'GETS', 'GE', 'OPTIONZ', 'PATCHY', 'POT', 'PRI', ''])(
    'the method %j is not ordinary',
    (method) => {
      expect(outcomeOf(get().replace('GET', method))).toBe('method');
    },
  );

  test('nothing may precede the method', () => {
    for (const before of ['\r\n', '\n', ' ', '\0']) expect(outcomeOf(before + get())).toBe('method');
  });

  test('exactly one space follows the method', () => {
    expect(outcomeOf(get().replace(' /', '  /'))).toBe('target');
    expect(outcomeOf(get().replace(' /', '\t/'))).toBe('method');
  });

  test.each(['http://a/', '*', 'a', '?a', '#', ''])('the target %j is not ordinary', (target) => {
    expect(outcomeOf(get().replace('/', target))).toBe('target');
  });

  test('a target starts with a slash, followed by visible ASCII except #', () => {
    expect(takenBytes((byte) => get().replace('/', `/a${byte}b`))).toBe(VCHAR.replace('#', ''));
    expect(outcomeOf(get().replace('/', '//'))).toBe('ordinary');
  });

  test.each([
    'HTTP/1.0',
    'HTTP/1.2',
    'HTTP/2.0',
    'http/1.1',
    'HTTP/1.1 ',
    ' HTTP/1.1',
    'RTSP/1.0',
    'HTTP/11',
    'HTTP',
    '',
  ])('the version %j is not ordinary', (version) => {
    expect(outcomeOf(get().replace('HTTP/1.1', version))).toBe('version');
  });

  test('a request without version or with a bare LF is not ordinary', () => {
    expect(outcomeOf('GET /\r\n\r\n')).toBe('target');
    expect(outcomeOf(get().replace('\r\n', '\n'))).toBe('version');
    expect(outcomeOf(get().replace('\r\n', '\r\r\n'))).toBe('version');
  });
});

describe('field lines', () => {
  test('a name is a token', () => {
    expect(takenBytes((byte) => get(`a${byte}b: c`))).toBe([...TCHAR, ':'].sort().join(''));
    expect(takenBytes((byte) => get(`${byte}: c`))).toBe(TCHAR);
  });

  test.each([': a', ' X: a', 'X : a', 'X\t: a', 'X', 'X a', '(x): a', '\x80: a'])(
    'the line %j is not ordinary',
    (line) => {
      expect(outcomeOf(get(line))).toBe('field syntax');
    },
  );

  test('a folded line is not ordinary', () => {
    expect(outcomeOf(get('X: a', ' b'))).toBe('field syntax');
    expect(outcomeOf(get('X: a', '\tb'))).toBe('field syntax');
  });

  test('a value may contain HTAB, SP, visible ASCII and obs-text anywhere', () => {
    for (let length = 0; length < 9; length++) {
      for (let place = 0; place <= length; place++) {
        const value = 'v'.repeat(length);
        const headWith = (byte: string): string =>
          get(`X:${value.slice(0, place)}${byte}${value.slice(place)}`);
        expect(takenBytes(headWith)).toBe(`\t ${VCHAR}${OBS_TEXT}`);
      }
    }
  });

  test.each(['\n', '\r', '\r\r\n', '\n\r', '\0\r\n', '\r\0'])('a line does not end with %j', (end) => {
    expect(outcomeOf(`GET / HTTP/1.1\r\nHost: a${end}X: a\r\n\r\n`)).toBe('field syntax');
  });

  test('the empty line must be CRLF', () => {
    expect(outcomeOf(`${get().slice(0, -2)}\n`)).toBe('field syntax');
    expect(outcomeOf(`${get().slice(0, -2)}\rX`)).toBe('field syntax');
  });

  test('a hundred headers are ordinary, one more is not', () => {
    const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `X-${i}: a`);
    const head = new Head();
    expect(recognize(bytesOf(get(...lines(99))), 0, LIMIT, head)).toBe('ordinary');
    expect(head.headerCount).toBe(100);
    expect(outcomeOf(get(...lines(100)))).toBe('field count');
  });
});

describe('headers that affect framing', () => {
  test('a head needs exactly one Host, in any case', () => {
    expect(outcomeOf(get().replace('Host', 'hOsT'))).toBe('ordinary');
    expect(outcomeOf(get().replace('Host: a', 'Host:'))).toBe('ordinary');
    expect(outcomeOf('GET / HTTP/1.1\r\n\r\n')).toBe('host');
    expect(outcomeOf(get('HOST: b'))).toBe('host');
    expect(outcomeOf(get().replace('Host', 'Hosts'))).toBe('host');
    expect(outcomeOf(get().replace('Host', 'Hast'))).toBe('host');
  });

  test.each(['keep-alive', ' keep-alive', 'Keep-Alive', '  KEEP-ALIVE'])(
    'Connection:%s is ordinary',
    (value) => {
      expect(outcomeOf(get(`Connection:${value}`))).toBe('ordinary');
      expect(outcomeOf(get(`cOnNeCtIoN:${value}`))).toBe('ordinary');
    },
  );

  test.each([
    'close',
    '',
    ' keep-alive ',
    '\tkeep-alive',
    'keep-alive, close',
    'keep-alive2',
    'keep alive',
    'upgrade',
    'keep\x0dalive',
  ])('Connection: %j is not ordinary', (value) => {
    expect(outcomeOf(get(`Connection: ${value}`))).toMatch(/^(?:connection|field syntax)$/);
  });

  test.each([
    ['Transfer-Encoding: chunked', 'transfer-encoding'],
    ['transfer-encoding:', 'transfer-encoding'],
    ['Expect: 100-continue', 'expect'],
    ['Upgrade: websocket', 'upgrade'],
    ['TRAILER: a', 'trailer'],
    ['Proxy-Connection: keep-alive', 'connection'],
    ['Connection: close', 'connection'],
  ])('%s is not ordinary', (line, reason) => {
    expect(outcomeOf(get(line))).toBe(reason);
    expect(outcomeOf(post(line.toUpperCase()))).toBe(reason);
    expect(outcomeOf(get(`X${line}`))).toBe('ordinary');
  });

  test.each([
    ['', 0],
    ['0', 0],
    ['1', 1],
    ['10', 10],
    ['  17', 17],
    ['999999999', 999_999_999],
  ])('Content-Length:%s is read', (value, contentLength) => {
    const head = new Head();
    const line = value === '' ? [] : [`Content-Length:${value}`];
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(recognize(bytesOf(get(...line).replace('GET', method)), 0, LIMIT, head)).toBe('ordinary');
      expect(head.contentLength).toBe(contentLength);
    }
  });

  test.each([
    '',
    ' ',
    '00',
    '01',
    '1 ',
    '\t1',
    '1\t',
    '+1',
    '-1',
    '1.0',
    '0x1',
    '1e3',
    '1,1',
    '1 1',
    '1234567890',
    '\xb2',
  ])('Content-Length: %j is not ordinary', (value) => {
    expect(outcomeOf(post(`Content-Length:${value}`))).toBe('content-length');
  });

  test('a second Content-Length is not ordinary', () => {
    expect(outcomeOf(post('Content-Length: 1', 'Content-Length: 1'))).toBe('content-length');
    expect(outcomeOf(post('Content-Length: 0', 'content-length: 0'))).toBe('content-length');
  });

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('%s must not have content', (method) => {
    expect(outcomeOf(get('Content-Length: 0').replace('GET', method))).toBe('ordinary');
    expect(outcomeOf(get('Content-Length: 1').replace('GET', method))).toBe('content-length');
  });

  test('the Content-Length of an earlier head has no effect on the next', () => {
    const text = post('Content-Length: 0') + get() + post();
    const head = new Head();
    const bytes = bytesOf(text);
    for (let at = 0; at < bytes.length; at = head.end) {
      expect(recognize(bytes, at, LIMIT, head)).toBe('ordinary');
      expect(head.contentLength).toBe(0);
    }
  });
});

describe('an incomplete head', () => {
  test('each beginning of an ordinary head is partial', () => {
    fc.assert(
      fc.property(ordinaryHead, (head) => {
        const bytes = bytesOf(headOf(head));
        for (let length = 0; length < bytes.length; length++) {
          expect(recognize(bytes.subarray(0, length), 0, LIMIT, new Head())).toBe('partial head');
        }
        expect(recognize(bytes, 0, LIMIT, new Head())).toBe('ordinary');
      }),
      { numRuns: 200 },
    );
  });

  test('an earlier scan does not complete a missing part', () => {
    const text = post('X: a', 'Content-Length: 3');
    for (let length = 0; length < text.length; length++) {
      expect(outcomeOf(`${text}${text}`)).toBe('ordinary');
      expect(outcomeOf(text.slice(0, length))).toBe('partial head');
    }
  });

  test('the positions of a head are right regardless of where it starts and what follows', () => {
    fc.assert(
      fc.property(
        fc.array(ordinaryHead, { minLength: 1, maxLength: 4 }),
        fc.nat(9),
        fc.string(),
        (heads, before, after) => {
          const texts = heads.map(headOf);
          const all = 'x'.repeat(before) + texts.join('') + after;
          const bytes = bytesOf(all);
          const head = new Head();
          let at = before;
          for (const [i, { method, target, lines }] of heads.entries()) {
            expect(recognize(bytes, at, LIMIT, head)).toBe('ordinary');
            expect(head.method).toBe(method);
            expect(all.slice(head.targetStart, head.targetEnd)).toBe(target);
            expect(all.slice(head.headersStart, head.end)).toBe(`${lines.join('\r\n')}\r\n\r\n`);
            expect(head.headerCount).toBe(lines.length);
            expect(head.end).toBe(at + (texts[i] as string).length);
            at = head.end;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a head must be shorter than the limit', () => {
    const text = get('X: a');
    expect(outcomeOf(text, text.length + 1)).toBe('ordinary');
    expect(outcomeOf(text, text.length)).toBe('head size');
    expect(outcomeOf(text.slice(0, -1), text.length)).toBe('partial head');
    expect(outcomeOf(text.slice(0, -1), text.length - 1)).toBe('head size');
    expect(outcomeOf(`${text}${text}`, text.length + 1)).toBe('ordinary');
  });

  test('line ends alone don’t start a message, unless they exceed the window', () => {
    for (const text of ['\r\n', '\n', '\r', '\n\r\r\n', '\n'.repeat(WINDOW_SIZE)])
      expect(outcomeOf(text)).toBe('blank');
    expect(outcomeOf('\n'.repeat(WINDOW_SIZE + 1))).toBe('method');
    expect(outcomeOf(`\r\n${get()}`)).toBe('method');
  });
});

describe('chunks', () => {
  /** A head with this many bytes. */
  function headOfLength(length: number): string {
    return get(`X: ${'v'.repeat(length - get('X: ').length)}`);
  }

  /** Records how often, and how far, it is copied. */
  class Counted extends Uint8Array {
    copied = 0;
    override subarray(start: number, end: number): this {
      this.copied += Math.min(end, this.length) - start;
      return super.subarray.call(new Uint8Array(this.buffer), start, end) as this;
    }
  }

  test('heads are found wherever the window ends', () => {
    for (const length of [50, 57, 500, 5_000, WINDOW_SIZE - 1]) {
      const text = headOfLength(length).repeat(Math.ceil((3 * WINDOW_SIZE) / length));
      const bytes = bytesOf(`${text}GET / HT`);
      const head = new Head();
      let at = 0;
      while (at < text.length) {
        expect(recognize(bytes, at, LIMIT, head)).toBe('ordinary');
        expect(head.end).toBe(at + length);
        at = head.end;
      }
      expect(recognize(bytes, at, LIMIT, head)).toBe('partial head');
    }
  });

  test('a chunk of many heads is copied a bounded number of times', () => {
    for (const length of [60, 600, 6_000, 9_000]) {
      const text = headOfLength(length).repeat(Math.ceil(500_000 / length));
      const bytes = new Counted(bytesOf(text));
      const head = new Head();
      for (let at = 0; at < text.length; at = head.end)
        if (recognize(bytes, at, LIMIT, head) !== 'ordinary') throw new Error('not ordinary');
      expect(bytes.copied / text.length).toBeLessThan(2.5);
    }
  });

  test('a head longer than the window is left to Node even if the limit allows it', () => {
    const bytes = bytesOf(headOfLength(WINDOW_SIZE + 1));
    expect(recognize(bytes, 0, 10 * LIMIT, new Head())).toBe('head size');
    expect(recognize(bytes.subarray(0, WINDOW_SIZE), 0, 10 * LIMIT, new Head())).toBe('partial head');
    expect(outcomeOf(headOfLength(WINDOW_SIZE), 10 * LIMIT)).toBe('ordinary');
  });

  test('another chunk may be read between two heads of the same chunk', () => {
    const texts = [get('X: 1') + get('X: 2') + get('X: 3'), post('Y: 1') + post('Y: 2') + post('Y: 3')];
    const chunks = texts.map((text) => ({ text, bytes: bytesOf(text), head: new Head() }));
    for (let turn = 0; turn < 3; turn++) {
      for (const { text, bytes, head } of chunks) {
        const start = head.end;
        expect(recognize(bytes, start, LIMIT, head)).toBe('ordinary');
        expect(text.slice(start, head.end)).toBe(
          text.slice(0, text.length / 3).replace(': 1', `: ${turn + 1}`),
        );
      }
    }
  });

  test('the recognizer sees what a handler wrote to its chunk', () => {
    const bytes = bytesOf(`${post('Content-Length: 1')}x${get()}`);
    const head = new Head();
    expect(recognize(bytes, 0, LIMIT, head)).toBe('ordinary');
    const next = head.end + head.contentLength;
    bytes[next] = 0x0a;
    expect(recognize(bytes, next, LIMIT, head)).toBe('method');
  });

  test('the recognizer reads the same memory again when its bytes changed', () => {
    const bytes = bytesOf(get() + get());
    const head = new Head();
    expect(recognize(bytes, 0, LIMIT, head)).toBe('ordinary');
    bytes[0] = 0x0a;
    expect(recognize(bytes, 0, LIMIT, head)).toBe('method');
  });
});
