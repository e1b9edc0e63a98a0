import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The files with environment variables; later ones take precedence. */
const FILES = ['.env', '.env.development', '.env.local'];

export function environmentFiles(root: string): string[] {
  return FILES.map((name) => join(root, name));
}

/** The environment of the application: this process's variables override those from the files. */
export function readEnvironment(root: string): NodeJS.ProcessEnv {
  const files = environmentFiles(root).map(readVariables);
  return { ...Object.assign({}, ...files), ...process.env, NODE_ENV: 'development' };
}

function readVariables(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
