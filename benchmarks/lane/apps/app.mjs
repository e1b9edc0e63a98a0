/**
 * What a file of this folder exports: the same answers in several forms.
 *
 * @typedef {(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse) => void} Listener
 * @typedef {(app: import('nextpress').Application) => void} Routes
 * @typedef {(request: Request) => Response | Promise<Response>} Fetch For `Bun.serve` and `Deno.serve`.
 *
 * @typedef {object} App
 * @property {Listener} [listener]
 * @property {Routes} [routes]
 * @property {Fetch} [native]
 */

export {};
