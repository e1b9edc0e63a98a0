// The values that random programs are made of.

/** @typedef {import('./value.mjs').Value} Value */

const undefinedValue = { is: 'undefined' };

/** Field names: ordinary, in odd case, of meaning to Node, and none. @type {readonly Value[]} */
export const names = [
  ...[
    'Content-Type',
    'content-type',
    'CONTENT-TYPE',
    'X-One',
    'x-one',
    'X-Two',
    'ETag',
    'Vary',
    'Cache-Control',
  ],
  ...[
    'Content-Disposition',
    'Set-Cookie',
    'set-cookie',
    'Location',
    'Server',
    'Last-Modified',
    '__proto__',
    'constructor',
  ],
  ...[
    'Content-Length',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'connection',
    'Keep-Alive',
    'Date',
    'Trailer',
  ],
  ...['Expect', 'Upgrade', 'Content-Encoding', 'x-ünicode', 'a b', '', 'with:colon', 'new\r\nline'],
  ...[1, null, undefinedValue],
];

/** Values for any field: what Node takes, turns into text, or refuses. @type {readonly Value[]} */
export const values = [
  ...['text/html; charset=utf-8', 'application/json', 'one', '', ' padded ', '"a-1"', 'a, b', 'no-store'],
  ...[
    'attachment; filename="grün.txt"',
    'attachment; filename="\u00ff"',
    'café',
    '漢字',
    'tab\there',
    'bad\r\nX-Split: 1',
    '\u0000',
    '\u007f',
  ],
  ...[
    7,
    0,
    -1,
    1.5,
    true,
    false,
    null,
    undefinedValue,
    { is: 'nan' },
    { is: 'symbol' },
    { is: 'bigint', digits: '12' },
  ],
  ...[['a=1', 'b=2'], ['one'], [], ['a', 'bad\n'], [1, 2], [['x']], ['é', 'b'], {}, { a: 1 }],
];

/** Values that mean something in a certain field. @type {ReadonlyMap<string, readonly Value[]>} */
export const valuesByName = new Map(
  Object.entries({
    'content-length': ['5', 5, '0', 0, '3', 1000, '05', '+5', 'abc', '-1', '', ['5', '6'], ['5'], '5, 5'],
    'transfer-encoding': ['chunked', 'Chunked', 'identity', 'gzip, chunked', 'gzip', ''],
    connection: [
      'close',
      'keep-alive',
      'Close',
      'KEEP-ALIVE',
      'upgrade',
      'close, upgrade',
      '',
      ['close', 'x'],
      'x-close',
    ],
    'keep-alive': ['timeout=9', 'max=5', ''],
    date: ['yesterday', '', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    trailer: ['X-Sum', 'X-Sum, X-Other', ''],
    'set-cookie': ['a=1', ['a=1', 'b=2'], ['a=1; Path=/', 'b=2; HttpOnly', 'c="é"'], []],
    'content-disposition': [
      ...[
        'attachment; filename="\u00e4\u00f6.pdf"',
        'inline',
        'attachment; filename="漢.txt"',
        'filename="caf\u00c3\u00a9"',
      ],
      ['attachment', 'filename="\u00fc"'],
    ],
    expect: ['100-continue', ''],
  }),
);

/** Chunks of a body. @type {readonly Value[]} */
export const chunks = [
  ...['hello', '{"ok":true}', '', 'é', '漢字', '\u0000\u0001', 'a'.repeat(300), '68656c6c6f', 'aGVsbG8='],
  ...[
    { is: 'buffer', hex: '68656c6c6f' },
    { is: 'buffer', hex: '' },
    { is: 'buffer', hex: 'ff00fe' },
    { is: 'bytes', hex: 'c3a9' },
    { is: 'bytes', hex: '' },
  ],
];

/** Values that are not chunks. @type {readonly Value[]} */
export const nonChunks = [
  ...[
    null,
    undefinedValue,
    5,
    true,
    {},
    [],
    ['a'],
    { is: 'symbol' },
    { is: 'map', entries: [] },
    { is: 'bigint', digits: '5' },
  ],
];

/** @type {readonly Value[]} */
export const encodings = [
  'utf8',
  'latin1',
  'hex',
  'base64',
  'ascii',
  'UTF-8',
  'ucs2',
  'binary',
  undefinedValue,
  null,
];

/** @type {readonly Value[]} */
export const statuses = [
  ...[
    200, 201, 202, 204, 205, 206, 301, 302, 304, 400, 404, 418, 429, 500, 503, 599, 299, 999, 100, 101, 103,
    199,
  ],
];

/** Values that are not valid statuses, or almost are. @type {readonly Value[]} */
export const oddStatuses = [
  ...[
    99,
    1000,
    0,
    -1,
    200.7,
    '200',
    '404',
    'abc',
    '',
    null,
    undefinedValue,
    { is: 'nan' },
    { is: 'infinity' },
    {},
    [],
  ],
];

/** @type {readonly Value[]} */
export const reasons = ['OK', 'Fine', '', 'Très bien', '漢', 'bad\r\nX: 1', 'tab\t', 'x'.repeat(80)];

/** Values that are not reason phrases. @type {readonly Value[]} */
export const oddReasons = [5, null, undefinedValue, true, { is: 'symbol' }];

/** @type {readonly Value[]} */
export const links = [
  '</a.css>; rel=preload; as=style',
  ['</a.css>; rel=preload', '</b.js>; rel=preload'],
  'no link',
  [],
  null,
];

/** Chunks of a stream. */
export const streamChunks = ['one', 'two, ', 'é', 'a'.repeat(500), '0', '{"a":1}'];
