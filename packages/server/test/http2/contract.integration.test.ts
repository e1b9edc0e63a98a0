import type { Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import {
  type ContractApplication,
  http2Subject,
  runApplicationContract,
} from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import { createServer, type ServerOptions } from '../../src/index.ts';

const carriers: Readonly<Record<string, ServerOptions>> = {
  'in cleartext': {},
  'over TLS': { tls: serverSecret },
};

for (const [carrier, options] of Object.entries(carriers)) {
  runApplicationContract({
    name: `HTTP/2 ${carrier}`,
    createApp: () =>
      createServer({ logError: () => {}, http2: true, ...options }) as unknown as ContractApplication,
    start: (app) =>
      http2Subject((app as unknown as { listen(port: number, host: string): Server }).listen(0, '127.0.0.1')),
  });
}

runApplicationContract({
  name: 'http2.createServer(app)',
  createApp: () => createServer({ logError: () => {} }) as unknown as ContractApplication,
  start: (app) => http2Subject(createHttp2Server(app as never).listen(0, '127.0.0.1')),
});
