import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOTE_PLACES } from '@nextpress-internal/internals/keys';

/** A stack frame: its file, line and column. */
const FRAME = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?$/;

const INSTALLED_PACKAGE = /[\\/]node_modules[\\/](?:@nextpress|nextpress)[\\/]/;
/** This package in a checkout of the framework; the group is the folder of all packages. */
const CHECKED_OUT_PACKAGE = /^(.*[\\/]packages[\\/])server[\\/](?:src|dist)[\\/]/;
const PACKAGE_CODE = /^[\w-]+[\\/](?:src|dist)[\\/]/;

/** Maximum number of framework frames above the caller. */
const DEPTH = 40;

/** Where the application called into the framework, as `file:line:column`. Cold: for tools and development. */
export function callSite(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = DEPTH;
  const { stack = '' } = new Error('call site');
  Error.stackTraceLimit = stackTraceLimit;
  return findCaller(stack);
}

/** The first frame outside the framework, given a stack whose first frame is inside. */
export function findCaller(stack: string): string | undefined {
  const frames = stack
    .split('\n')
    .map((line) => FRAME.exec(line))
    .filter((frame) => frame !== null);
  const packages = CHECKED_OUT_PACKAGE.exec(frames[0]?.[1] ?? '')?.[1];
  for (const [, file = '', line, column] of frames) {
    if (!isOwnFile(file, packages)) return `${relative(process.cwd(), pathOf(file))}:${line}:${column}`;
  }
  return undefined;
}

function isOwnFile(file: string, packages: string | undefined): boolean {
  if (INSTALLED_PACKAGE.test(file)) return true;
  return (
    packages !== undefined && file.startsWith(packages) && PACKAGE_CODE.test(file.slice(packages.length))
  );
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

/** Where the application registers a layer; `undefined` except in development, and for tools that ask for it. */
export function registrationSite(): string | undefined {
  const isRecorded = NOTE_PLACES in globalThis || process.env.NODE_ENV === 'development';
  return isRecorded ? callSite() : undefined;
}
