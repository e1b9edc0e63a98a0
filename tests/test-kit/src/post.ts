/** @module Requests with bodies, as they are on the wire. */

function headOf(fields: readonly string[]): Buffer {
  return Buffer.from(['POST / HTTP/1.1', 'Host: localhost', ...fields, '', ''].join('\r\n'), 'latin1');
}

/** A `POST` with these headers and a Content-Length body. */
export function post(fields: readonly string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([headOf([...fields, `Content-Length: ${bytes.length}`]), bytes]);
}

/** A `POST` with a chunked body. */
export function postChunks(fields: readonly string[], chunks: readonly (string | Buffer)[]): Buffer {
  const frames = chunks.flatMap((chunk) => {
    const bytes = Buffer.from(chunk);
    return [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([
    headOf([...fields, 'Transfer-Encoding: chunked']),
    ...frames,
    Buffer.from('0\r\n\r\n'),
  ]);
}
