import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bugs that a lane could have, built into a plain server. */
export const bugs: Record<string, (server: Server) => Server> = {
  'a reason phrase is wrong': onSocket((socket) => rewrite(socket, '200 OK', '200 Ok')),
  'a field has another case': onSocket((socket) => rewrite(socket, 'Keep-Alive:', 'Keep-alive:')),
  'a pipelined response is lost': onRequest((_req, res) => {
    if (res.socket === null) res.end = () => res.destroy();
  }),
  'a duplicate field is merged': onRequest((req) => {
    const { rawHeaders } = req;
    const names = rawHeaders.filter((_, index) => index % 2 === 0);
    req.rawHeaders = names
      .filter((name, at) => names.indexOf(name) === at)
      .flatMap((name) => [name, valuesOf(rawHeaders, name).join(', ')]);
  }),
  'complete comes early': onRequest((req) => {
    req.complete = true;
  }),
  'close is missing': onRequest((_req, res) => without(res, 'close')),
  'aborted is missing': onRequest((req) => without(req, 'aborted')),
  'finish comes before prefinish': onRequest((_req, res) => swap(res, 'prefinish', 'finish')),
  'a queued response has a socket': onRequest((req, res) => {
    const { socket } = req;
    Object.defineProperty(res, 'socket', { get: () => socket, set() {}, configurable: true });
  }),
  'what Node refuses is accepted': (server) => Object.assign(server, { insecureHTTPParser: true }),
  'a second Host is refused': onRequest((req, res) => {
    if (valuesOf(req.rawHeaders, 'Host').length > 1) res.statusCode = 400;
  }),
  'a response waits for the next bytes': onSocket((socket) => {
    const { write } = socket;
    const held: Parameters<typeof write>[] = [];
    socket.write = (...args: unknown[]) => {
      held.push(args as Parameters<typeof write>);
      if (held.length > 1) for (const entry of held.splice(0)) write.apply(socket, entry);
      return true;
    };
  }),
};

function onRequest(change: (req: IncomingMessage, res: ServerResponse) => void) {
  return (server: Server): Server => server.prependListener('request', change);
}

function onSocket(change: (socket: Socket) => void) {
  return (server: Server): Server => server.on('connection', change);
}

function rewrite(socket: Socket, from: string, to: string): void {
  const { write } = socket;
  socket.write = (chunk: unknown, ...rest: unknown[]) =>
    write.apply(socket, [typeof chunk === 'string' ? chunk.replace(from, to) : chunk, ...rest] as Parameters<
      typeof write
    >);
}

function without(emitter: IncomingMessage | ServerResponse, lost: string): void {
  const { emit } = emitter;
  emitter.emit = (event: string | symbol, ...args: unknown[]) =>
    event === lost ? false : Reflect.apply(emit, emitter, [event, ...args]);
}

function swap(emitter: ServerResponse, first: string, second: string): void {
  const { emit } = emitter;
  emitter.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === first) return true;
    const done = Reflect.apply(emit, emitter, [event, ...args]);
    if (event === second) Reflect.apply(emit, emitter, [first]);
    return done;
  };
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
  );
}
