import { once } from 'node:events';
import { SourceMap } from 'node:module';
import { WebSocket } from 'ws';

/** A position in a source, which counts from 0. */
interface Position {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Location extends Position {
  readonly scriptId: string;
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
}

interface Pause {
  readonly reason: string;
  readonly callFrames: readonly { readonly callFrameId: string; readonly location: Location }[];
}

/** Speaks the inspector protocol, as editors do. */
export class DebuggerClient {
  readonly #socket: WebSocket;
  readonly #replies = new Map<number, (result: never) => void>();
  readonly #scripts: Script[] = [];
  #pauses: Pause[] = [];
  #onEvent: () => void = () => undefined;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const { id, result, method, params } = JSON.parse(String(data));
      if (id !== undefined) this.#replies.get(id)?.(result as never);
      else if (method === 'Debugger.scriptParsed') this.#scripts.push(params);
      else if (method === 'Debugger.paused') this.#pauses.push(params);
      this.#onEvent();
    });
  }

  /** Attaches to the process that listens at a port, and lets it run if it waits for that. */
  static async attach(port: number): Promise<DebuggerClient> {
    for (;;) {
      try {
        const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then((response) => response.json());
        const [{ webSocketDebuggerUrl }] = targets as [{ readonly webSocketDebuggerUrl: string }];
        const socket = new WebSocket(webSocketDebuggerUrl);
        const client = new DebuggerClient(socket);
        await once(socket, 'open');
        await client.send('Debugger.enable');
        await client.send('Runtime.runIfWaitingForDebugger');
        return client;
      } catch {
        // The process has not started, or ends.
        await new Promise((done) => setTimeout(done, 10));
      }
    }
  }

  async send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const reply = new Promise<Result>((done) => this.#replies.set(id, done));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return reply;
  }

  /** Stops at the text of a source, by its source map if it has been compiled. */
  async stopAt(url: string, source: string, text: string): Promise<void> {
    const script = await this.#next(() => this.#scripts.find((each) => each.url === url));
    const before = source.slice(0, source.indexOf(text)).split('\n');
    const place = { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
    const location = { scriptId: script.scriptId, ...generatedPosition(script, place) };
    await this.send('Debugger.setBreakpoint', { location });
  }

  /** Resolves when it stops, with the line of the source, which counts from 1. */
  async stopped(): Promise<{ readonly url: string; readonly line: number; readonly frame: string }> {
    const { callFrames } = await this.#next(() => this.#pauses.shift());
    const [frame] = callFrames as [Pause['callFrames'][number]];
    const script = this.#scripts.find(({ scriptId }) => scriptId === frame.location.scriptId) as Script;
    const map = sourceMapOf(script);
    const { lineNumber, columnNumber } = frame.location;
    const line = map === undefined ? lineNumber : originalPosition(map, lineNumber, columnNumber)?.lineNumber;
    return { url: script.url, line: (line ?? -1) + 1, frame: frame.callFrameId };
  }

  async evaluate(callFrameId: string, expression: string): Promise<unknown> {
    const { result } = await this.send<{ readonly result: { readonly value: unknown } }>(
      'Debugger.evaluateOnCallFrame',
      { callFrameId, expression },
    );
    return result.value;
  }

  resume(): Promise<unknown> {
    return this.send('Debugger.resume');
  }

  /** Resolves when the process has ended. */
  async closed(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close');
  }

  async #next<Value>(find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        this.#onEvent = done;
      });
    }
  }
}

function sourceMapOf({ sourceMapURL = '' }: Script): SourceMap | undefined {
  const data = /^data:.*;base64,(.*)$/.exec(sourceMapURL)?.[1];
  return data === undefined ? undefined : new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString()));
}

function originalPosition(map: SourceMap, line: number, column: number): Position | undefined {
  const entry = map.findEntry(line, column);
  return 'originalLine' in entry
    ? { lineNumber: entry.originalLine, columnNumber: entry.originalColumn }
    : undefined;
}

/** Where the compiled code has a position of the source. */
function generatedPosition(script: Script, place: Position): Position {
  const map = sourceMapOf(script);
  if (map === undefined) return place;
  for (let lineNumber = 0; lineNumber < 1_000; lineNumber++) {
    for (let columnNumber = 0; columnNumber < 1_000; columnNumber++) {
      const found = originalPosition(map, lineNumber, columnNumber);
      if (found?.lineNumber === place.lineNumber && found.columnNumber === place.columnNumber)
        return { lineNumber, columnNumber };
    }
  }
  throw new Error(`The source map has no line ${place.lineNumber + 1}`);
}
