// Programs of request handlers: lists of steps in JSON that call what real handlers call on a request and a response, and log
// everything observable.
import { HandlerRun } from './run.mjs';

export { generateProgram } from './program-grammar.mjs';
export { simplerPrograms as simplifications } from './simplification.mjs';

/**
 * One step of a program.
 *
 * - `call`: calls a method; `set`: assigns a property.
 * - `after`: the rest of the program happens later: `tick`, `microtask`, `immediate`, `timer` (milliseconds follow),
 *   `end` (the request's event) or `response` (once another request's response has ended).
 * - `on`: steps in a listener; `watch`: listeners that only log.
 * - `read`: how the body is read; `pipe`: chunks of a stream that is piped into the response.
 * - `wrap`: replaces a method as a published middleware does; `prototype`: sets a new prototype, as Express does.
 * - `socket`: calls a method of the request's socket; `look`: reads state that not every step reads.
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
 * Runs a program for one request: the first steps at once, deferred ones on the stage of the log.
 *
 * @param {Program} program
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {import('./log.mjs').HandlerLog} log one for all requests of an exchange
 * @throws Errors that the program does not catch.
 */
export function runProgram(program, req, res, log) {
  new HandlerRun(req, res, log).perform(program, 'main', 'sync');
}
