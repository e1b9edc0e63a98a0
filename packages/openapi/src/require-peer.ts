import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Calls `use` with a `require` for optional peer dependencies: that of this package, or that of the working directory when the package
 * manager has not linked the dependency to this package.
 */
export function withPeerRequire<Result>(use: (require: NodeJS.Require) => Result): Result {
  try {
    return use(createRequire(join(import.meta.dirname, 'noop.js')));
  } catch {
    return use(createRequire(join(process.cwd(), 'noop.js')));
  }
}
