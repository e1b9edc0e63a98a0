import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A frame of a stack: its file and its position in it. */
const FRAME = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?$/;

/** Files of the framework itself, installed or in its own repository. */
const OWN_FILE =
  /[\\/](?:node_modules[\\/](?:@nextpress|nextpress)[\\/]|packages[\\/][\w-]+[\\/](?:src|dist)[\\/])/;

/** How many frames the framework may have above its caller. */
const DEPTH = 40;

/** The place in the user's code that has led here, as `file:line:column`. Cold: for tools and for development. */
export function callerPlace(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = DEPTH;
  const { stack = '' } = new Error('place');
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of stack.split('\n').slice(1)) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined || OWN_FILE.test(file)) continue;
    return `${relative(process.cwd(), file.startsWith('file:') ? fileURLToPath(file) : file)}:${row}:${column}`;
  }
  return undefined;
}
