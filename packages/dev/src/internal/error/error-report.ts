/** @module Describes an error: its frames, and the source around the application's frame. */

import { readFileSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';

/** A location in a file. */
export interface Place {
  /** An absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A line of a stack trace. */
export interface Frame extends Partial<Place> {
  /** The line as V8 formats it, without `at`. */
  readonly text: string;
  /** Whether the code belongs to the application, not to Node or a dependency. */
  readonly isOwn: boolean;
}

/** The source around a location. */
export interface Snippet extends Place {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** A failed request. */
export interface FailedRequest {
  readonly method: string;
  readonly target: string;
  readonly route: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** The layers it passed; the last one failed. */
  readonly layers: readonly string[];
  /** Without secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What parsers have read, without secrets. */
  readonly body?: string | undefined;
}

/** A readable description of an error. It contains only plain values, so it can be sent between processes. */
export interface ErrorReport {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly frames: readonly Frame[];
  readonly snippet: Snippet | undefined;
  readonly causes: readonly string[];
  readonly request: FailedRequest | undefined;
}

/** Lines to show before and after the line of an error. */
const CONTEXT = 4;
/** Maximum number of causes to show. */
const MAX_CAUSES = 20;

/** Longer files, such as bundles, are not shown. */
const MAX_SOURCE = 1_000_000;

/**
 * Describes an error.
 *
 * @param root - the application's folder: sources outside it are never read
 */
export function reportError(error: unknown, root: string, request?: FailedRequest): ErrorReport {
  const stack = textProperty(error, 'stack') ?? '';
  const code = textProperty(error, 'code');
  const frames = framesOf(stack, messageOf(error), root);
  const place = syntaxErrorPlace(stack) ?? frames.find(({ isOwn }) => isOwn);
  return {
    name: textProperty(error, 'name') ?? 'Error',
    message: messageOf(error),
    code,
    frames,
    snippet: isPlace(place) ? snippetAt(place, root) : undefined,
    causes: causesOf(error),
    request,
  };
}

function messageOf(error: unknown): string {
  return textProperty(error, 'message') ?? thrownText(error);
}

/** Properties of thrown values can have any type, and reading them may throw. */
function textProperty(error: unknown, name: string): string | undefined {
  const value = thrownProperty(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** The frames after the message, which may itself contain lines that look like frames. */
function framesOf(stack: string, message: string, root: string): Frame[] {
  const start = stack.indexOf(message);
  return (start === -1 ? stack : stack.slice(start + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => {
      const text = line.trim().slice('at '.length);
      const place = placeOf(text);
      return {
        text: shorten(text, root),
        isOwn: place !== undefined && isInside(place.file, root),
        ...place,
      };
    });
}

/** The location at the end of a frame, such as `main (file:///app/server.js:3:7)`. */
function placeOf(text: string): Place | undefined {
  const found = /(?:\(|^|async )((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*?)(?:\?[^:()]*)?:(\d+):(\d+)\)?$/.exec(
    text,
  );
  return found === null
    ? undefined
    : { file: toPath(found[1] ?? ''), line: Number(found[2]), column: Number(found[3]) };
}

/** V8 puts the location of a syntax error before its message: `file:///app/server.js:3`, the line, and `^` under the column. */
function syntaxErrorPlace(stack: string): Place | undefined {
  const found = /^((?:file:\/\/|\/|[A-Za-z]:\\)[^\n]*?)(?:\?[^:\n]*)?:(\d+)\n[^\n]*\n( *)\^/.exec(stack);
  if (found === null) return undefined;
  return { file: toPath(found[1] ?? ''), line: Number(found[2]), column: (found[3] ?? '').length + 1 };
}

function toPath(fileOrUrl: string): string {
  try {
    return fileOrUrl.startsWith('file:') ? fileURLToPath(fileOrUrl) : fileOrUrl;
  } catch {
    return fileOrUrl;
  }
}

export function isPlace(value: Partial<Place> | undefined): value is Place {
  return value?.file !== undefined;
}

/** Whether a file belongs to the application: inside its folder, but not in a dependency folder. */
function isInside(file: string, root: string): boolean {
  const path = relative(root, file);
  return (
    path !== '' &&
    !path.startsWith('..') &&
    !path.includes('node_modules') &&
    !/^(?:[A-Za-z]:)?[\\/]/.test(path)
  );
}

function shorten(text: string, root: string): string {
  return text.replaceAll('file://', '').replaceAll(root + sep, '');
}

/** Only sources are shown: a stack may be forged, and other files may contain secrets. */
const SOURCE = /\.[cm]?[jt]sx?$/;

/** The file that a path leads to, if it is a source of the application. */
export function ownSource(path: string, root: string): string | undefined {
  try {
    // A link may lead out of the folder.
    const file = realpathSync(path);
    return SOURCE.test(file) && isInside(file, realpathSync(root)) ? file : undefined;
  } catch {
    return undefined;
  }
}

function snippetAt(place: Place, root: string): Snippet | undefined {
  const file = ownSource(place.file, root);
  if (file === undefined) return undefined;
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  if (source.length > MAX_SOURCE) return undefined;
  const firstLine = Math.max(1, place.line - CONTEXT);
  return { ...place, firstLine, lines: source.split(/\r?\n/).slice(firstLine - 1, place.line + CONTEXT) };
}

/** The messages of the causes, outermost first. A chain of causes may be circular or endless. */
function causesOf(error: unknown): string[] {
  const seen = new Set<unknown>([error]);
  const messages: string[] = [];
  for (
    let cause = thrownProperty(error, 'cause');
    cause && !seen.has(cause) && messages.length < MAX_CAUSES;
    cause = thrownProperty(cause, 'cause')
  ) {
    seen.add(cause);
    messages.push(messageOf(cause));
  }
  return messages;
}
