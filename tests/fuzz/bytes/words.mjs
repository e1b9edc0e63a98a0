// What requests are made of: the usual, and what has been tried against servers. One character per byte.

export const bodyMethods = ['POST', 'PUT', 'PATCH'];
export const commonMethods = [
  ...['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'],
];
export const oddMethods = [
  ...['TRACE', 'CONNECT', 'QUERY', 'M-SEARCH', 'PROPFIND', 'PURGE', 'PRI', 'SOURCE', 'get', 'Get'],
  ...['GETT', 'GE', 'XGET', '', ' GET', '\tGET', 'G\0ET', 'PO\x80ST', 'ANNOUNCE', 'DESCRIBE', 'LINK'],
  ...['A'.repeat(40)],
];

export const commonTargets = [
  ...['/', '/', '/a', '/users/7?x=1', '/%41%2f..', '/a;b=c', '//x//y', '/?', '/a?b?c', '/./../x'],
  ...['/"<>[]{}|\\^`', '/constructor', '/__proto__', `/${'long/'.repeat(40)}`, "/~!$&'()*+,;=:@"],
];
export const oddTargets = [
  ...['*', 'http://h/p?q', 'https://h', 'h:80', '', 'a', '?', '/a b', '/a\x80', '/\xff', '/#frag'],
  ...['/a#b', '/\x7f', '/\0', '/a\tb', ' /', '\t/', 'http://', '://', '/\x01', '/\r', '/\n', '#', '\\'],
  ...['http://u:p@h:1/x#y', '/\xa0'],
];

export const versions = [
  ...['HTTP/1.0', 'HTTP/1.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.9', 'http/1.1'],
  ...['HTTP/1', 'HTTP/11', 'HTTP/1.1 ', ' HTTP/1.1', 'HTTP/1.1\t', 'HTTP/1.10', 'HTTP/01.1'],
  ...['HTTP /1.1', 'HTTP/1 .1', 'RTSP/1.0', 'ICE/1.0', '', 'HTTP/3.0', 'HTTP/-1.1', 'HTTP/1.x'],
  ...['HTTPS/1.1', 'HTTP/1,1', 'HTTP/1.1 HTTP/1.1', 'HTTP/1.\xb9'],
];

const namedHosts = ['a', 'example.com', 'a:80', '[::1]:8080'];
export const hosts = [
  ...[...namedHosts, ...namedHosts, ...namedHosts, ...namedHosts, ...namedHosts],
  ...['a/abc?', 'evil@a', 'a:99999', 'a, b', '\xe9'],
];
export const commonNames = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'User-Agent', 'Cookie', 'Cookie', 'Referer'],
  ...['Origin', 'DNT', 'Authorization', 'Content-Type', 'Cache-Control', 'If-None-Match'],
  ...['If-Modified-Since', 'X-Forwarded-For', 'ETag', 'Set-Cookie', 'X-Case', 'X-Case', 'x-case'],
  ...['X-A', 'Date', 'Range', 'Via', 'Location', 'Server', 'Age', 'From', 'Max-Forwards'],
  ...['Last-Modified', 'Expires', 'Retry-After', 'Proxy-Authorization'],
  ...['Access-Control-Request-Method', 'constructor', '__proto__', 'toString', 'hasOwnProperty'],
  ...['valueOf', '0', '1', "!#$%&'*+-.^_`|~", 'X', 'a'.repeat(80), 'Keep-Alive', 'TE'],
  ...['Sec-WebSocket-Key', 'HTTP2-Settings', 'Content-Encoding', 'Content-Location', 'Content-Range'],
];
export const commonValues = [
  ...['', '*/*', 'gzip, deflate, br', 'en;q=0.5', 'a=1; b=2', 'x', 'text/html', 'W/"1"', '0'],
  ...['\xe9t\xe9', '\xa0', 'a\tb', '  a  b', 'caf\xc3\xa9', ',', ', ,', '"quoted, text"', '\x80\xff'],
  ...['https://a/b?c#d', 'x'.repeat(300), '__proto__'],
];
/** Whitespace between a colon and a value, and after the value. */
export const spaces = [' ', ' ', ' ', ' ', '', '  ', '\t', ' \t '];

/** Whole field lines, without their ends. */
export const oddLines = [
  ...['Connection: close', 'Connection: Close', 'Connection: keep-alive, close', 'Connection: upgrade'],
  ...['Connection: ,', 'Connection: close, keep-alive', 'connection: KEEP-ALIVE', 'Connection:'],
  ...['Connection: x', 'Connection: te, close', 'Connection: keep-alive', 'Connection: keep-alive'],
  ...['Connection:\tkeep-alive', 'Connection: keep-alive ', 'Connection: closed'],
  ...['Proxy-Connection: close', 'Proxy-Connection: keep-alive', 'Keep-Alive: timeout=5'],
  ...['TE: trailers', 'Trailer: X-Sum', 'Expect: 100-continue', 'Expect: 100-Continue'],
  ...['Expect: 200-ok', 'Expect:', 'Expect: 100-continue, x', 'expect: 100-continue'],
  ...['Upgrade: websocket', 'Upgrade: h2c', 'Upgrade:', 'Connection: Upgrade'],
  ...['Connection: upgrade, keep-alive', 'Host: b', 'Host:', 'host : b', 'Host : b', ' Host: b'],
  ...['Host\t: b', 'Ho st: b', 'Host', 'No colon', ': no name', ' : x', 'X-A : spaced'],
  ...['X-A\t: tabbed', 'X\0A: nul', 'X-A: nul\0', 'X-A: \x01', 'X-A: \x7f', 'X-A: \x1b'],
  ...['X-\xc9: latin', 'X(A): parenthesis', 'X,A: comma', 'X@A: at', '"X": quoted', 'X-A: a\rb'],
  ...['X-A: a\nb', 'X-A: folded\r\n more', 'X-A: folded\r\n\tmore', ' leading: space'],
  ...['\tleading: tab', 'X-A:\r\n', 'X-A: a\r\n\r', '\r', '\n', 'X: X\nTransfer-Encoding: chunked'],
  ...['X-A: folded\r\n', 'Content-Type: a\r\n b\r\n c', `X-A: ${'long'.repeat(100)}`],
  ...['\xef\xbb\xbfX-A: mark', 'X-A:: two', 'X-A:a:b'],
];

export const lengthValues = [
  ...['+5', '-5', '-0', '5, 5', '5,5', '5, 6', '0x5', '5 ', ' 5', '\t5', '5\t', '1e1', '', ' ', '05'],
  ...['005', '5.0', '5;', '5 5', '0', '00', '18446744073709551615', '18446744073709551616'],
  ...['9007199254740993', '4294967301', '999999999', '1000000000', '\xb2', '5\0', '5\r\n ', '\x0b5'],
  ...["'5'", '"5"', '5_0', 'NaN', 'five', '\xa05', '5\x0c', '0000000000', '-', '+'],
];

export const encodingValues = [
  ...['chunked', 'chunked', 'chunked', 'Chunked', 'CHUNKED', ' chunked ', 'chunked ', '\tchunked'],
  ...['xchunked', 'chunkedx', 'chunk', 'chunked, chunked', 'identity', 'identity, chunked'],
  ...['chunked, identity', 'gzip, chunked', 'chunked, gzip', 'gzip', '', ',chunked', 'chunked,'],
  ...[', chunked', 'x,chunked', 'chunked;q=1', '"chunked"', '\x0bchunked', 'chun\0ked', 'chunked\0'],
  ...['\x80chunked', 'deflate', 'chu\r\n nked', '\r\n chunked', 'identity,\r\n chunked', 'trailers'],
  ...['chunked\x0c', 'chunked\xa0', 'cow', 'chunked\tx'],
];
export const encodingNames = [
  ...['Transfer-Encoding', 'Transfer-Encoding', 'Transfer-Encoding', 'transfer-encoding'],
  ...['TRANSFER-ENCODING', 'Transfer-Encoding ', 'Transfer-Encoding\t', ' Transfer-Encoding'],
  ...['Transfer_Encoding', 'Transfer-Encoding\0', 'X-Transfer-Encoding', 'Transfer-Encoding\r'],
  ...['Transfer-Encoding\n', '\nTransfer-Encoding', '\x0bTransfer-Encoding', 'Content-Encoding'],
  ...['Transfer\xadEncoding'],
];

/** How a chunk's size of 5 may be written. */
export const chunkSizes = [
  ...['5', '5', '5', '5', '05', '000005', '5;ext', '5;ext=1', '5;ext="a;b"', '5 ;ext', '5 ', ' 5'],
  ...['\t5', '5\t', '0x5', '+5', '-5', '5;', '5;;', '5;a=b;c=d', '5;=', '5;a=', '5;a="', '5;a="\\""'],
  ...['5;\0', '5;\n', '5;\x80', '5;a b', '5_', '5h', '', 'FFFFFFFFFFFFFFFFF', '100000000000000005'],
  ...['fffffffffffffffe', '5\0', '5,', '5:', '5\r', '5\n', `5;${'x'.repeat(200)}`, '5;a="x\r\ny"'],
  ...['\xb5'],
];
export const chunkEnds = [
  ...['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '', '\r\r\n', '\n\r\n', ' \r\n', 'x\r\n', '\r\n\r\n'],
  ...['\r\nx'],
];
export const lastChunks = [
  ...['0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '000\r\n\r\n', '0;ext\r\n\r\n'],
  ...['0;ext=1\r\n\r\n', '0\r\nX-Sum: 1\r\n\r\n', '0\r\nX-Sum: 1\r\nX-Sum: 2\r\n\r\n'],
  ...['0\r\nContent-Length: 9\r\n\r\n', '0\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ...['0\r\nHost: b\r\n\r\n', '0\n\n', '0\r\n\n', '0\n\r\n', '0\r\n', '0\r\r', '0', '', '0 \r\n\r\n'],
  ...[' 0\r\n\r\n', '-0\r\n\r\n', '0\r\n X: 1\r\n\r\n', '0\r\nbad\r\n\r\n', '0x0\r\n\r\n'],
  ...['0\r\n\0\r\n\r\n', '0\r\nX-\xe9: 1\r\n\r\n', '0\r\nX-Sum: \xe9\r\n\r\n'],
  ...['0\r\nX: a\r\n b\r\n\r\n', '0\r\n\r\n\r\n'],
];

export const lineEnds = [
  ...['\n', '\r', '\r\r\n', '\n\r', ' \r\n', '\t\r\n', '\r\n ', '\r\n\t', '\0\r\n', '', '\r\n\r'],
  ...['\x0b\r\n'],
];
/** What may stand where a head ends. */
export const headEnds = [
  ...['\r\n', '\n', '\r', '\r\r\n', '\r\n\r\n', ' \r\n', '\n\r\n', '\r\rX', '\r\nX', '', '\0\r\n'],
  ...['\r\n\n'],
];
export const between = [
  ...['\r\n', '\r\n\r\n', '\n', '\r', ' ', '\r\n\r\n\r\n', '\n\n\n', '\t\r\n', '\0', ' \r\n', '\r\n '],
];

/** What may stand in a request line where one space belongs. */
export const oddSpaces = ['  ', '\t', '', ' \t', '\r', '\0', '\xa0'];
/** What may follow a complete request. */
export const after = ['x', 'hello', '\r\n', '\0', '5\r\nhello\r\n', 'GET / HTTP/1.1\r\n\r\n'];
