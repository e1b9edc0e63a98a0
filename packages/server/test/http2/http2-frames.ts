import { constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a client sends first (RFC 9113 §3.4). */
export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** Types of frames (RFC 9113 §6). */
export const DATA = 0;
export const HEADERS = 1;
export const PRIORITY = 2;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

export const END_STREAM = 1;
export const END_HEADERS = 4;

/** `GET http://a/`, with names from the static table of HPACK, and a literal authority. */
export const GET = Buffer.from([0x82, 0x86, 0x84, 0x41, 0x01, 0x61]);

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** RST_STREAM. */
export function reset(stream: number, code: number = constants.NGHTTP2_CANCEL): Buffer {
  return frame(RST_STREAM, 0, stream, Buffer.from([0, 0, 0, code]));
}

/** HEADERS with literal fields, whose names and values are shorter than 127 bytes. An array repeats a field. */
export function head(
  stream: number,
  flags: number,
  fields: Readonly<Record<string, string | readonly string[]>>,
): Buffer {
  const { ':method': method = 'GET', ':path': path = '/', ...others } = fields;
  const all = { ':method': method, ':scheme': 'http', ':authority': 'a', ':path': path, ...others };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const text = lines.flatMap((line) => ['', ...line]).map((each) => Buffer.from(each as string, 'latin1'));
  // An empty text is the first byte of a field, and its length.
  const block = text.flatMap((bytes) => [Buffer.from([bytes.length]), bytes]);
  return frame(HEADERS, flags | END_HEADERS, stream, Buffer.concat(block));
}

/** A connection of frames until the test is over, which acknowledges nothing. */
export function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).resume();
  socket.write(PREFACE);
  socket.write(frame(SETTINGS, 0, 0));
  return socket;
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export function framesOf(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    frames.push({
      type: bytes[at + 3] as number,
      flags: bytes[at + 4] as number,
      stream: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, end),
    });
    at = end;
  }
  return frames;
}
