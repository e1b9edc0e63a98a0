// Builds the package in the working directory from nothing: `tsc -b` never deletes stale output.
import { execSync } from 'node:child_process';
import { rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execSync('tsc -b --force', { stdio: 'inherit' });
