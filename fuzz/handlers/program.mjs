// Programs of request handlers: lists of steps in JSON, which do to a request and a response what handlers in the
// wild do to them, and note all that can be seen meanwhile.
import { HandlerRun } from './run.mjs';

export { generateProgram } from './program-grammar.mjs';
export { simplerPrograms as simplifications } from './simplification.mjs';

/**
 * One step of a program.
 *
 * - `call`: calls a method; `set`: assigns a property.
 * - `after`: the rest of the program happens later: `tick`, `microtask`, `immediate`, `timer` (milliseconds follow),
 *   `end` (the request's event) or `response` (once another request's response has ended).
 * - `on`: what happens in a listener; `watch`: listeners that only note.
 * - `read`: how the body is read; `pipe`: chunks of a stream that is piped into the response.
 * - `wrap`: a method replaced as a known middleware does it; `prototype`: a new prototype, as Express gives one.
 * - `socket`: something done to the request's socket; `look`: state that not every step looks at.
 * - `throw`: an uncaught error; `careless`: errors that Node throws from here on are not caught either.
 *
 * @typedef {import('./value.mjs').Value} Value
 * @typedef {'req' | 'res'} Target
 * @typedef {['call', Target, string, ...Value[]]
 *   | ['set', Target, string, Value]
 *   | ['after', 'tick' | 'microtask' | 'immediate' | 'end' | 'response']
 *   | ['after', 'timer', number]
 *   | ['on', Target, string, Program]
 *   | ['watch', Target, string[]]
 *   | ['read', import('./body.mjs').Manner]
 *   | ['pipe', string[], 'end' | 'open' | 'error']
 *   | ['wrap', import('./wrap.mjs').Wrap]
 *   | ['prototype', Target]
 *   | ['socket', 'destroy' | 'write' | 'setTimeout', ...Value[]]
 *   | ['look', 'socket' | 'listeners' | 'request']
 *   | ['throw']
 *   | ['careless']} Step
 * @typedef {Step[]} Program
 */

/**
 * Runs a program for one request, the handler's part of it at once and what is put off on the log's stage.
 *
 * @param {Program} program
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {import('./log.mjs').HandlerLog} log one for all requests of an exchange
 * @throws whatever the program lets through
 */
export function runProgram(program, req, res, log) {
  new HandlerRun(req, res, log).perform(program, 'main', 'sync');
}
