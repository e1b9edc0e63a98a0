import { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './body.mjs';
import { pipeInto } from './pipe.mjs';
import {
  listenerCounts,
  requestEvents,
  requestFields,
  requestState,
  responseDecisions,
  responseEvents,
  responseProgress,
  settledEvents,
  socketState,
} from './state.mjs';
import { isUnsteady } from './steadiness.mjs';
import { describe, describeError, realValue } from './value.mjs';
import { wrapResponse } from './wrap.mjs';

/**
 * @typedef {import('./program.mjs').Program} Program
 * @typedef {import('./program.mjs').Step} Step
 * @typedef {import('./program.mjs').Target} Target
 * @typedef {import('./steadiness.mjs').Moment} Moment
 */

/** Virtual milliseconds for which a program waits for the response to another request. */
const patience = 20;

const progressive = new Set(['finish', 'close', 'prefinish', 'drain']);

/** Events whose tick depends on how an unread body is released. */
const adrift = new Set(['resume', 'pause', 'socket']);

/** One run of a program for one request. */
export class HandlerRun {
  /** Whether a stream is piped into the response. */
  piping = false;
  #careless = false;
  /** The state last noted in each strand. @type {Map<string, string>} */
  #seen = new Map();

  /**
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res
   * @param {import('./log.mjs').HandlerLog} log
   */
  constructor(req, res, log) {
    this.req = req;
    this.res = res;
    this.log = log;
    /** The request's place in the exchange. */
    this.id = log.dispatched.push({ req, res }) - 1;
    /** Names of objects, for what is noted. @type {ReadonlyMap<unknown, string>} */
    this.known = new Map(
      /** @type {[unknown, string][]} */ ([
        [req, 'req'],
        [res, 'res'],
      ]),
    );
  }

  /** Whether the program has ended the response. */
  get ended() {
    return this.res.writableEnded;
  }

  get headersSent() {
    return this.res.headersSent;
  }

  /** Whether the responses before it were over when the exchange was last idle. Since then, ticks decide. */
  get inTurn() {
    return this.log.over >= this.id;
  }

  /** @param {string} strand @param {string} text */
  note(strand, text) {
    this.log.note(`${this.id} ${strand}`, text);
  }

  /**
   * A function that logs its calls.
   *
   * @param {string} label
   * @returns {(...args: unknown[]) => void}
   */
  callback(label) {
    return (...args) => {
      const strand = args[0] instanceof Error ? `call of ${label} with an error` : `call of ${label}`;
      this.note(strand, describe(args, this.known));
    };
  }

  /**
   * Runs the steps up to the first that defers the rest.
   *
   * @param {Program} steps
   * @param {string} strand where to note them
   * @param {Moment} moment
   * @param {number} [from]
   */
  perform(steps, strand, moment, from = 0) {
    for (const [index, step] of steps.entries()) {
      if (index < from) continue;
      const name = `${index} ${step[0]} ${typeof step[1] === 'string' ? step[1] : ''} ${step[0] === 'call' ? step[2] : ''}`;
      if (isUnsteady(step, moment, this)) {
        this.note(strand, `${name}: not now`);
      } else if (step[0] === 'after') {
        this.#putOff(step, (later) => this.perform(steps, strand, later, index + 1));
        return;
      } else if (step[0] === 'throw') {
        this.note(strand, name);
        throw new Error(`planned by ${this.id}`);
      } else {
        this.#attempt(step, strand, name, moment);
      }
      this.#noteState(strand, moment);
    }
  }

  /** @param {Exclude<Step, ['after' | 'throw', ...unknown[]]>} step @param {string} strand @param {string} name @param {Moment} moment */
  #attempt(step, strand, name, moment) {
    try {
      this.note(strand, `${name}: ${describe(this.#act(step, moment), this.known)}`);
    } catch (error) {
      this.note(strand, `${name}: throws ${describeError(error)}`);
      // An `end` that throws leaves the socket corked, if the response has it by then.
      if (moment === 'tick' && step[0] === 'call' && step[2] === 'end') this.res.uncork();
      if (this.#careless) throw error;
    }
  }

  /** @param {Exclude<Step, ['after' | 'throw', ...unknown[]]>} step @param {Moment} moment @returns {unknown} */
  #act(step, moment) {
    switch (step[0]) {
      case 'call': {
        const [, target, method, ...args] = step;
        const object = /** @type {Record<string, (...args: unknown[]) => unknown>} */ (
          /** @type {unknown} */ (this[target])
        );
        return object[method]?.(...this.#real(args));
      }
      case 'set':
        return Reflect.set(this[step[1]], step[2], this.#real([step[3]])[0]);
      case 'on':
        return this.#listen(step[1], step[2], step[3]);
      case 'watch':
        for (const event of step[2]) this.#watch(step[1], event);
        return undefined;
      case 'read':
        return readBody(step[1], this);
      case 'pipe':
        this.piping = true;
        // Node 24 and later make one chunk of what is written while the socket is corked: whether there is a socket by
        // then is a matter of ticks.
        return pipeInto(this.res, this.inTurn ? step[1] : [step[1].join('')], step[2]);
      case 'wrap':
        return wrapResponse(step[1], this);
      case 'prototype': {
        const base = step[1] === 'req' ? IncomingMessage : ServerResponse;
        Object.setPrototypeOf(this[step[1]], Object.create(base.prototype));
        return undefined;
      }
      case 'socket': {
        const [, method, ...args] = step;
        const socket = /** @type {Record<string, (...args: unknown[]) => unknown>} */ (
          /** @type {unknown} */ (this.req.socket)
        );
        const result = socket[method]?.(...this.#real(args));
        return result === socket ? 'socket' : result;
      }
      case 'look':
        return this.#look(step[1], moment);
      case 'careless':
        this.#careless = true;
        return undefined;
    }
  }

  /** @param {'socket' | 'listeners' | 'request'} what @param {Moment} moment */
  #look(what, moment) {
    const { req, res } = this;
    if (what === 'socket') return socketState(req, res);
    if (what === 'request') return requestFields(req);
    const classes = `${req instanceof IncomingMessage} ${res instanceof ServerResponse} ${res.req === req}`;
    const counted = moment === 'sync' ? requestEvents : settledEvents;
    return `${listenerCounts(req, counted)}; ${listenerCounts(res, responseEvents)}; ${classes}`;
  }

  /** @param {readonly unknown[]} values */
  #real(values) {
    return values.map((value) => realValue(value, (label) => this.callback(label)));
  }

  /** @param {Target} target @param {string} event @param {Program} steps */
  #listen(target, event, steps) {
    // Events caused by the progress of the response itself have a defined state.
    const moment = target === 'res' && progressive.has(event) ? 'event' : 'tick';
    this[target].on(event, () => this.perform(steps, `on ${target} ${event}`, moment));
  }

  /** @param {Target} target @param {string} event */
  #watch(target, event) {
    this[target].on(event, (...args) => {
      if (adrift.has(event)) return;
      const state = target === 'req' ? requestState(this.req) : this.#responseStateAt(event);
      const told = args.map((arg) => (arg instanceof Error ? describeError(arg) : typeof arg)).join();
      // An error is emitted in its own tick, which may come before or after the turn of a waiting response.
      const strand = event === 'error' ? `error of ${target}` : `events of ${target}`;
      this.note(strand, `${event} ${told} ${state}`);
    });
  }

  /** A stream is piped, and an error told, at ticks of their own, however far the response is. @param {string} event */
  #responseStateAt(event) {
    const own = event === 'pipe' || event === 'unpipe' || event === 'error';
    return own ? responseDecisions(this.res) : this.#responseState();
  }

  #responseState() {
    return `${responseDecisions(this.res)} ${this.log.big ? '' : responseProgress(this.res)}`;
  }

  /** Notes all public state that is certain at that moment, if it has changed. @param {string} strand @param {Moment} moment */
  #noteState(strand, moment) {
    const certain = moment === 'sync' || moment === 'settled';
    const progress = certain || moment === 'event' ? this.#responseState() : responseDecisions(this.res);
    const state = certain ? `${progress}; ${requestState(this.req)}` : progress;
    if (state === this.#seen.get(strand)) return;
    this.#seen.set(strand, state);
    this.note(strand, state);
  }

  /** @param {Extract<Step, ['after', ...unknown[]]>} step @param {(moment: Moment) => void} rest */
  #putOff(step, rest) {
    const tick = () => rest('tick');
    switch (step[1]) {
      case 'tick':
        return process.nextTick(tick);
      case 'microtask':
        return void Promise.resolve().then(tick);
      case 'immediate':
        return void setImmediate(tick);
      case 'end':
        return void this.req.once('end', tick);
      case 'timer':
        return this.log.stage.later(step[2], () => rest('settled'));
      case 'response':
        return this.#afterResponse(patience, () => rest('settled'));
    }
  }

  /** @param {number} left @param {() => void} rest */
  #afterResponse(left, rest) {
    const other = this.log.dispatched[this.id === 0 ? 1 : this.id - 1];
    this.log.stage.later(1, () => {
      if (left === 0 || other?.res.writableEnded) rest();
      else this.#afterResponse(left - 1, rest);
    });
  }
}
