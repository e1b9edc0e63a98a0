// The same answers from the servers of Bun and Deno: `bun native.mjs <app>`.
import { control } from '../runner/control.mjs';

/** @type {import('./apps/app.mjs').App} */
const { native } = await import(`./apps/${process.argv[2]}.mjs`);
if (native === undefined) throw new Error(`${process.argv[2]} has no native form`);

/**
 * @typedef {object} Runtimes The part of them that is used here.
 * @property {{ serve(options: object): { port: number } }} [Bun]
 * @property {{ serve(options: object, handler: unknown): { addr: { port: number } } }} [Deno]
 */
const { Bun, Deno } = /** @type {Runtimes} */ (globalThis);
const place = { port: 0, hostname: '127.0.0.1' };
if (Bun !== undefined) {
  control(Bun.serve({ ...place, fetch: native }).port);
} else if (Deno !== undefined) {
  control(Deno.serve({ ...place, onListen: () => {} }, native).addr.port);
} else {
  throw new Error('this is neither Bun nor Deno');
}
