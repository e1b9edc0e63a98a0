/** @module Hot: reads one form from a request, and yields its parts. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { BodyError } from '@nextpress/body';
import { discardRest } from '@nextpress/body/discard-rest';
import { parseMediaType } from '@nextpress/semantics/media-type';
import busboy from 'busboy';
import { FileContent, HIGH_WATER_MARK } from './file-content.ts';
import {
  abandoned,
  aborted,
  longHeaders,
  malformed,
  notReadable,
  tooMuch,
  tooSlow,
} from './multipart-error.ts';
import type { MultipartLimits, MultipartSettings } from './multipart-options.ts';
import type { FieldPart, Part } from './part.ts';
import { ReceivedFile } from './received-file.ts';
import { MAX_HEADER_SIZE, RecentBytes } from './recent-bytes.ts';

const { nextTick } = process;

/** How many bytes of the request may wait in busboy: two chunks of a socket. */
const PARSER_HIGH_WATER_MARK = 128 * 1024;

/** Reads a form under limits. The request flows only while the application waits for a part, or reads a file. */
export class FormReader {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #settings: MultipartSettings;
  readonly #parser: busboy.Busboy;
  readonly #counts = { files: 0, fields: 0, parts: 0 };
  /** Parts that have been parsed, but not taken. They are those of one chunk. */
  readonly #parts: (FieldPart | ReceivedFile)[] = [];
  /** Files whose end has not been read. */
  readonly #files: Set<FileContent> = new Set();
  /** An error when the form has failed; `'ended'` after its last part. */
  #outcome: 'open' | 'ended' | Error = 'open';
  #received = 0;
  readonly #recent: RecentBytes = new RecentBytes();
  #timer: NodeJS.Timeout | undefined;
  /** Continues the application when it waits for a part. */
  #wake: (() => void) | undefined;

  /** @throws {BodyError} when the `Content-Type` has no boundary */
  constructor(req: IncomingMessage, res: ServerResponse, settings: MultipartSettings) {
    this.#req = req;
    this.#res = res;
    this.#settings = settings;
    this.#parser = createParser(req, settings.limits);
    this.#parser.on('error', (error) => this.#fail(this.#explain(error as Error)));
  }

  /** Yields the parts in order. To leave before the end, by `break` or by an error, discards the rest of the form. */
  async *parts(): AsyncGenerator<Part, void, undefined> {
    this.#begin();
    try {
      for (let part = await this.#take(); part !== undefined; part = await this.#take()) {
        yield part;
        if (part.kind === 'file') part.stream.skip();
      }
    } finally {
      // An error takes 4 % of the time of a form with a file of 64 kB.
      if (this.#outcome === 'open') this.#fail(abandoned());
    }
  }

  #begin(): void {
    const { timeout } = this.#settings;
    if (!this.#req.readable) {
      this.#fail(notReadable());
      return;
    }
    if (Number(this.#req.headers['content-length']) > this.#settings.limits.totalSize) {
      this.#exceed('totalSize');
      return;
    }
    if (timeout !== undefined) this.#timer = setTimeout(() => this.#fail(tooSlow(timeout)), timeout);
    this.#parser
      .on('field', this.#onField)
      .on('file', this.#onFile)
      .on('partsLimit', () => this.#exceed('parts'))
      .on('drain', this.#flow)
      .on('finish', this.#onFinish);
    this.#req.on('data', this.#onData).on('end', this.#onEnd);
    this.#req.on('error', this.#onLoss).on('close', this.#onLoss);
  }

  /** The next part; `undefined` after the last one. */
  async #take(): Promise<FieldPart | ReceivedFile | undefined> {
    for (;;) {
      this.#throwIfFailed();
      const part = this.#parts.shift();
      if (part?.kind === 'field') return part;
      if (part === undefined) {
        if (this.#outcome === 'ended') return undefined;
        await this.#more();
        continue;
      }
      this.#flow();
      await part.stream.headArrived;
      this.#throwIfFailed();
      if (!part.isAbsent) return part;
      part.stream.skip();
    }
  }

  #throwIfFailed(): void {
    if (this.#outcome instanceof Error) throw this.#outcome;
  }

  /** Waits for a part, the end or an error. */
  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#flow();
    });
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Lets the request flow, unless parts wait to be taken or the parser is full. */
  readonly #flow = (): void => {
    if (this.#outcome === 'open' && this.#parts.length === 0 && !this.#parser.writableNeedDrain) {
      this.#req.resume();
    }
  };

  readonly #onData = (chunk: Buffer): void => {
    this.#received += chunk.length;
    if (this.#received > this.#settings.limits.totalSize) {
      this.#exceed('totalSize');
      return;
    }
    this.#recent.add(chunk);
    const hasRoom = this.#parser.write(chunk);
    if (!hasRoom || this.#parts.length > 0) this.#req.pause();
  };

  readonly #onEnd = (): void => {
    this.#parser.end();
  };

  readonly #onLoss = (): void => {
    if (!this.#req.readableEnded) this.#fail(aborted(this.#received));
  };

  readonly #onFinish = (): void => {
    if (this.#outcome !== 'open') return;
    this.#outcome = 'ended';
    this.#stop();
    this.#notify();
  };

  readonly #onField = (fieldName: string | undefined, value: string, info: busboy.FieldInfo): void => {
    if (!this.#accept(fieldName, 'fields')) return;
    if (info.valueTruncated) {
      this.#exceed('fieldSize');
      return;
    }
    this.#parts.push({ kind: 'field', fieldName, value });
    this.#notify();
  };

  readonly #onFile = (fieldName: string | undefined, source: Readable, info: busboy.FileInfo): void => {
    // busboy also destroys its streams when the form fails; what the application reads gets our error.
    source.on('error', () => {});
    if (!this.#accept(fieldName, 'files')) {
      source.resume();
      return;
    }
    const content = new FileContent(source, this.#settings.limits.fileSize, () => this.#exceed('fileSize'));
    this.#files.add(content);
    content.once('close', () => this.#files.delete(content));
    this.#parts.push(new ReceivedFile(fieldName, info.filename ?? '', info.mimeType, content));
    this.#notify();
  };

  /** Counts a part, and whether it may be used. busboy goes on with the rest of a chunk after the form has failed. */
  #accept(fieldName: string | undefined, kind: 'files' | 'fields'): fieldName is string {
    if (this.#outcome !== 'open') return false;
    const { limits } = this.#settings;
    const counts = this.#counts;
    if (++counts.parts > limits.parts) this.#exceed('parts');
    else if (++counts[kind] > limits[kind]) this.#exceed(kind);
    else if (fieldName === undefined) this.#fail(malformed('a part without a name'));
    else if (Buffer.byteLength(fieldName) > limits.fieldNameSize) this.#exceed('fieldNameSize');
    else return true;
    return false;
  }

  /** The error of busboy for headers says nothing about the reason. */
  #explain(error: Error): BodyError {
    const boundary = parseMediaType(this.#req.headers['content-type'] ?? '')?.parameters.get('boundary');
    const isAboutHeaders = error.message === 'Malformed part header' && boundary !== undefined;
    return isAboutHeaders && this.#recent.hasLongHeaders(boundary)
      ? longHeaders(MAX_HEADER_SIZE)
      : malformed(error.message, error);
  }

  #exceed(name: keyof MultipartLimits): void {
    this.#fail(tooMuch(name, this.#settings.limits[name]));
  }

  /** Ends the form with an error, for whoever waits for a part or reads a file. Without effect after the end. */
  #fail(error: Error): void {
    if (this.#outcome !== 'open') return;
    this.#outcome = error;
    this.#stop();
    discardRest(this.#req, this.#res, error instanceof BodyError && error.status === 408);
    for (const content of this.#files) content.destroy(error);
    this.#notify();
    // busboy 1.6 throws when it is destroyed by one of its own events.
    nextTick(() => this.#parser.destroy());
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#req.off('data', this.#onData).off('end', this.#onEnd);
    this.#req.off('error', this.#onLoss).off('close', this.#onLoss);
  }
}

/** The limits of busboy truncate, so they are set beyond ours, or not at all. */
function createParser({ headers }: IncomingMessage, limits: MultipartSettings['limits']): busboy.Busboy {
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      preservePath: true,
      highWaterMark: PARSER_HIGH_WATER_MARK,
      fileHwm: HIGH_WATER_MARK,
      limits: { fieldSize: limits.fieldSize + 1, parts: limits.parts + 1 },
    });
  } catch (error) {
    throw malformed('Content-Type has no valid boundary', error);
  }
}
