import type { Row } from './rows.ts';

const noMultipart = 'bodies of several parts are left to packages for them';
const noProxy = 'nothing here forwards requests';
const noWebSocket = 'nothing here speaks WebSocket';

/** Why a row has no case: the feature does not exist here. Adding the feature needs the case. */
export const notApplicable: Readonly<Partial<Record<Row, string>>> = {
  'a proxy that leaves its scope': noProxy,
  'a file name in Content-Disposition': noMultipart,
  'a field of subprotocols': noWebSocket,
  'a malformed head of a part': noMultipart,
  'an upload that ends the process': noMultipart,
  'an upload that leaves files': noMultipart,
  'a part with the name of a prototype': noMultipart,
  'parts without end': noMultipart,
  'line breaks in an event stream': 'nothing here writes event streams',
  'a private response in a cache': 'nothing here caches responses',
  'line breaks in a log': 'nothing here logs requests',
  'secrets compared in a time that tells':
    'no layer compares a secret with what came; unsignCookie of semantics does, with timingSafeEqual',
  'tokens that choose how they are checked': 'nothing here reads tokens',
  'a forged request of a simple type': 'nothing here checks for forged requests',
  'headers of one connection passed on': noProxy,
  'frames of HTTP/2': 'servers speak HTTP/1.1 alone',
  'a stream without backpressure': 'no helper sends a stream of the Web',
  'handshakes that never end': noWebSocket,
  'frames of a WebSocket': noWebSocket,
  'responses that a client cannot read': noProxy,
};
