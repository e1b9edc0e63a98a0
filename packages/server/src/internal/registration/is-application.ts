import type { ServerLayer } from './stack.ts';

/** Whether a function is an application, known as Express knows one. */
export function isApplication(handle: ServerLayer): boolean {
  const application = handle as unknown as { handle?: unknown; set?: unknown };
  return typeof application.handle === 'function' && typeof application.set === 'function';
}
