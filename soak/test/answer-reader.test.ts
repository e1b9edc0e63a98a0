import { expect, test } from 'vitest';
import { type Answer, AnswerReader } from '../load/answer-reader.mjs';
import { bodyOf } from '../pattern.mjs';

function read(text: string, { size = text.length, bodiless = false } = {}) {
  const answers: Answer[] = [];
  let through = '';
  const reader = new AnswerReader({
    told: (answer) => answers.push(answer),
    bodiless: () => bodiless,
    through: (bytes) => {
      through += bytes;
    },
  });
  for (let from = 0; from < text.length; from += size)
    reader.read(Buffer.from(text.slice(from, from + size)));
  return { answers, through, within: reader.within, broken: reader.broken };
}

const plain = `HTTP/1.1 200 OK\r\nX-Id: 7\r\nContent-Length: 20\r\n\r\n${bodyOf(7, 20)}`;
const chunked = `HTTP/1.1 200 OK\r\nX-Id: 8\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${bodyOf(8, 20).subarray(0, 5)}\r\nf\r\n${bodyOf(8, 20).subarray(5)}\r\n0\r\n\r\n`;
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const empty = 'HTTP/1.1 204 No Content\r\nX-Id: 9\r\n\r\n';
const bare = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

test('answers are read whatever the pieces they come in', () => {
  const text = [plain, chunked, hints, empty, plain, bare].join('');
  for (let size = 1; size <= text.length; size++) {
    const { answers, within, broken } = read(text, { size });
    expect(answers.map(({ status, id, length, right }) => [status, id, length, right])).toEqual([
      [200, 7, 20, true],
      [200, 8, 20, true],
      [204, 9, 0, true],
      [200, 7, 20, true],
      [400, Number.NaN, 0, true],
    ]);
    expect([within, broken]).toEqual([false, false]);
  }
});

test('a body that is made of another id is not right', () => {
  expect(read(plain.replace('X-Id: 7', 'X-Id: 8')).answers).toMatchObject([{ id: 8, right: false }]);
});

test('an answer to HEAD has no body', () => {
  const head = plain.slice(0, plain.indexOf('\r\n\r\n') + 4);
  expect(read(head, { bodiless: true })).toMatchObject({ answers: [{ id: 7, length: 0 }], within: false });
});

test('what comes behind an upgrade is passed through', () => {
  const { answers, through } = read('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\nwords', {
    size: 3,
  });
  expect(answers).toMatchObject([{ status: 101 }]);
  expect(through).toBe('words');
});

test('what stops in the middle is within an answer', () => {
  expect(read(plain.slice(0, -1))).toMatchObject({ answers: [], within: true });
  expect(read(plain.slice(0, 10))).toMatchObject({ answers: [], within: true });
});

test('what isn’t HTTP is broken', () => {
  expect(read('nonsense\r\n\r\n').broken).toBe(true);
  expect(read(chunked.replace('f\r\n', 'x\r\n')).broken).toBe(true);
});
