export { ALPN_PROTOCOLS } from './accept-http2.ts';
export type { Http2Options, Http2SessionOptions } from './http2-options.ts';
export { type Http1Limits, type Http2Settings, readHttp2Options } from './read-http2-options.ts';
export type { Refuse } from './refuse.ts';
export { serveHttp2 } from './serve-http2.ts';
export { type Exchange, type MessageClasses, replaceMessages } from './serve-stream.ts';
export type { Http2Sessions, SessionSetup } from './sessions.ts';
export { isStreamSocket } from './stream-socket.ts';
