import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../fuzz/random.mjs';
import { contentOf, FILES } from './content.mjs';
import { Instance } from './instance.mjs';
import { readJournals } from './journal.mjs';
import { Load } from './load.mjs';
import { isReady, waitForRecovery } from './recovery.mjs';
import { compareWithJournal, Tally } from './tally.mjs';
import { Upstream } from './upstream.mjs';
import { settledUsage } from './usage.mjs';

const INSTANCES = 2;
/** Milliseconds of load before the first measurement. */
const WARM_UP = 2000;
/** Milliseconds that a fault lasts at least, so that the timeouts of the application can pass. */
const SHORTEST = 2500;
/** Milliseconds that recovery usually takes, with the time in which no request must fail. */
const USUAL_RECOVERY = 1500;

/** @typedef {import('./report.mjs').Row} Row */

/** The application under load, and what happens to it. */
export class Campaign {
  /** @type {Instance[]} */
  #instances = [];
  #upstream = new Upstream();
  /** Of the requests that begin now. */
  #tally = new Tally();
  /** @type {Set<string>} */
  #acknowledged = new Set();
  /** @type {Set<string>} */
  #repeated = new Set();
  #random;
  /** @type {Load | undefined} */
  #load;
  #options;
  #folders;
  /** Of each instance, after the warm-up. @type {import('./usage.mjs').Usage[]} */
  #usage = [];

  /** @param {import('./options.mjs').Options} options @param {{ data: string, files: string, disk: string | undefined }} folders */
  constructor(options, folders) {
    this.#options = options;
    this.#folders = folders;
    this.#random = new Random(options.seed, 1_000_000);
  }

  /** Starts the instances, warms them up and measures them. @returns {Promise<Row>} */
  async start() {
    const { data, files } = this.#folders;
    for (const [name, size] of FILES) writeFileSync(join(files, name), contentOf(name, size));
    const upstream = await this.#upstream.listen();
    const env = { DATA: data, PUBLIC: files, UPSTREAM: upstream, FAST_LANE: this.#options.fastLane };
    this.#instances = Array.from({ length: INSTANCES }, (_, number) => new Instance(number, env));
    await Promise.all(this.#instances.map((instance) => instance.start()));
    const tally = this.#tally;
    const warmUp = this.#startLoad('w');
    await wait(WARM_UP);
    await warmUp.stop();
    const row = await this.#close({ name: 'warm-up' }, tally, 0);
    this.#usage = await Promise.all(this.#instances.map((instance) => instance.measure()));
    this.#load = this.#startLoad('r');
    return row;
  }

  /** Injects a fault and waits for recovery. @param {import('./faults/fault.mjs').Fault} fault @returns {Promise<Row | string>} A string says why it was skipped. */
  async run(fault) {
    const tally = this.#tally;
    const { faults, seconds } = this.#options;
    const share = (seconds * 1000 - 3 * WARM_UP) / faults.length - USUAL_RECOVERY;
    const scene = {
      instances: this.#instances,
      upstream: this.#upstream,
      tally,
      random: this.#random,
      milliseconds: Math.max(share, SHORTEST),
      disk: this.#folders.disk,
    };
    const reason = fault.whyNot?.(scene);
    if (reason !== undefined) return reason;
    await fault.inject(scene);
    const recovered = await this.#recover(tally);
    return this.#close(fault, tally, recovered);
  }

  /** Ends the load, and compares the idle instances with what they needed at the start. @returns {Promise<Row>} */
  async finish() {
    const tally = this.#tally;
    const start = performance.now();
    await this.#load?.stop();
    const row = await this.#close({ name: 'idle again' }, tally, 0);
    const settled = await Promise.all(
      this.#instances.map(async (instance, at) => {
        const { problems } = await settledUsage(
          instance,
          /** @type {import('./usage.mjs').Usage} */ (this.#usage[at]),
        );
        return problems.map((problem) => `instance ${instance.number}: ${problem}`);
      }),
    );
    const { lost } = compareWithJournal(
      { acknowledged: this.#acknowledged, incomplete: new Set(), interrupted: new Set() },
      this.#journal(),
    );
    const recovered = performance.now() - start;
    return { ...row, lost, recovered, unexpected: [...row.unexpected, ...settled.flat()] };
  }

  /** Ends all processes. */
  async close() {
    await Promise.all(this.#instances.map((instance) => instance.stop('SIGKILL')));
    this.#upstream.close();
  }

  /** @param {string} round */
  #startLoad(round) {
    return new Load(this.#instances, () => this.#tally, { seed: this.#options.seed, round });
  }

  /** @param {Tally} tally */
  #recover(tally) {
    const before = new Set(tally.pending);
    return waitForRecovery({
      hasPending: () => [...before].some((request) => tally.pending.has(request)),
      lastFailure: () => tally.lastFailure,
      isReady: async () => {
        const ready = await Promise.all(this.#instances.map((each) => isReady(each, this.#random)));
        return ready.every(Boolean);
      },
    });
  }

  /** Waits for the outcomes of a tally and compares them with the journals. @param {Pick<import('./faults/fault.mjs').Fault, 'name' | 'cutsResponses'>} fault @param {Tally} tally @param {number | undefined} recovered @returns {Promise<Row>} */
  async #close({ name, cutsResponses }, tally, recovered) {
    const crashes = this.#instances.flatMap((instance) => instance.crashes.splice(0));
    // The row has failed, and the next one needs all instances.
    await Promise.all(this.#instances.map((instance) => instance.isRunning || instance.start()));
    this.#tally = new Tally();
    while (tally.pending.size > 0) await wait(10);
    const { lost, repeated, invented, cutOff } = compareWithJournal(tally, this.#journal());
    for (const id of tally.acknowledged) this.#acknowledged.add(id);
    const twice = repeated.filter((id) => !this.#repeated.has(id));
    for (const id of twice) this.#repeated.add(id);
    return {
      name,
      requests: tally.requests,
      failed: tally.failed,
      reasons: tally.expected,
      unexpected: [
        ...tally.unexpected,
        ...crashes,
        ...(cutsResponses ? [] : cutOff.map((id) => `${id} was stored, but its response was cut`)),
      ],
      wrong: [
        ...tally.wrong,
        ...twice.map((id) => `${id} was stored twice`),
        ...invented.map((id) => `${id} was stored, but never sent completely`),
      ],
      lost,
      recovered,
    };
  }

  #journal() {
    const { data } = this.#folders;
    const names = readdirSync(data).filter((name) => name.endsWith('.journal'));
    return readJournals(names.map((name) => join(data, name)));
  }
}
