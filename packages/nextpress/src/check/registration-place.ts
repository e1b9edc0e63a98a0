import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the server asks, while it registers, from where it was called; nobody answers but a check. */
const REGISTRATION_PLACE = Symbol.for('nextpress.registrationPlace');

/** A frame of a stack: its file and its position in it. */
const FRAME = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?$/;

/** Files of the framework itself, installed or in its own repository. */
const OWN_FILE =
  /[\\/](?:node_modules[\\/](?:@nextpress[\\/]|nextpress[\\/])|packages[\\/][\w-]+[\\/](?:src|dist)[\\/])/;

/** From here on every registration remembers its place in the code. */
export function noteRegistrations(): void {
  Object.assign(globalThis, { [REGISTRATION_PLACE]: callerPlace });
}

function callerPlace(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  const { stack = '' } = new Error('place');
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of stack.split('\n').slice(1)) {
    const frame = FRAME.exec(line);
    if (frame === null || OWN_FILE.test(frame[1] as string)) continue;
    const [, file, row, column] = frame as unknown as [string, string, string, string];
    return `${relative(process.cwd(), file.startsWith('file:') ? fileURLToPath(file) : file)}:${row}:${column}`;
  }
  return undefined;
}
