/** @module The response for a file as the modules of this folder pass it on, before it is sent. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Validators } from '@nextpress/semantics/preconditions';
import type { ByteRange } from '@nextpress/semantics/range';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';

/** A request, and the file that responds to it. */
export interface FileExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly file: OpenFile;
  readonly settings: FileSettings;
}

/** A range of the file, after the lines that introduce it. */
export interface Part {
  readonly head: string;
  readonly start: number;
  readonly length: number;
}

export interface Multipart {
  /** The `Content-Type` of the response. */
  readonly type: string;
  readonly parts: readonly Part[];
  /** The line after the last part. */
  readonly tail: string;
  /** The length of the body. */
  readonly length: number;
}

export type HeaderValues = Readonly<Record<string, string>>;

/** A response that was decided and not sent. */
export interface FileResponse {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Headers to set unless user code has set them. */
  readonly headers: HeaderValues;
  /** Headers to set in any case. */
  readonly forced: HeaderValues;
  /** The first byte of the file to send. */
  readonly start: number;
  /** The length of the body. */
  readonly length: number;
  /** Several parts, to send instead of the bytes from `start`. */
  readonly multipart: Multipart | undefined;
}

/** The validators that the client gets. */
export interface FileValidators extends Validators {
  readonly entityTag: string | undefined;
  readonly lastModified: number | undefined;
}

/** The responses for a file to a request without conditions and ranges, and to one from a client that has it. */
export interface FileResponses {
  readonly validators: FileValidators;
  readonly whole: FileResponse;
  readonly notModified: FileResponse;
}

export function withoutBody(
  status: FileResponse['status'],
  headers: HeaderValues = {},
  forced: HeaderValues = {},
): FileResponse {
  return { status, headers, forced, start: 0, length: 0, multipart: undefined };
}

/** The response with one range of a whole file. */
export function partOf(whole: FileResponse, { start, end }: ByteRange): FileResponse {
  const forced = { ...whole.forced, 'Content-Range': `bytes ${start}-${end}/${whole.length}` };
  return { ...whole, status: 206, forced, start: whole.start + start, length: end - start + 1 };
}
