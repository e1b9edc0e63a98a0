import { decidingMeasure } from './runner/saturation.mjs';
import { median, spreadOf } from './statistics.mjs';

/**
 * @typedef {import('./result.mjs').Sample} Sample
 * @typedef {import('./result.mjs').Round} Round
 * @typedef {import('./result.mjs').ScenarioResult} ScenarioResult
 * @typedef {import('./statistics.mjs').Spread} Spread
 *
 * @typedef {object} Row What the rounds of a server say together. A figure that none of them has is missing.
 * @property {string} server
 * @property {number} rounds That were measured.
 * @property {Spread} rate Requests per second.
 * @property {Spread} cpu Microseconds per request.
 * @property {Spread} [rateRatio] How many times the baseline's rate, in the same round.
 * @property {Spread} [cpuRatio] How many times less processor time per request than the baseline: above 1 is better too.
 * @property {'rate' | 'cpu'} decides By which of them this server may be compared.
 * @property {import('./result.mjs').Latency} [latency] Medians.
 * @property {number} busy
 * @property {number} generatorBusy
 * @property {number} rss
 * @property {number} peakRss
 * @property {number} [heap]
 * @property {number} [idleRss]
 * @property {number} [idleHeap]
 * @property {number} [elu]
 * @property {number} [gcTime] Milliseconds per second of the window.
 * @property {number} [coldStart]
 * @property {number} [warmedUp] Requests before the window in the coldest round, when they were fewer than planned.
 * @property {number} [others] The most that anything else took of the server's core, when it was a tenth or more.
 * @property {number} [stolen] The most that the machine's host took of the cores, likewise.
 */

/**
 * Sums up a scenario, the best first: by processor time, when rates say nothing about one of them. Servers without a
 * sample are left out.
 *
 * @param {ScenarioResult} scenario
 * @returns {Row[]}
 */
export function summarize({ servers, baseline, load, cores = 1 }) {
  const bare = servers.find(({ name }) => name === baseline)?.rounds ?? [];
  const rows = servers.flatMap(({ name, rounds }) => {
    const samples = rounds.filter((sample) => sample !== null && sample !== false);
    return samples.length === 0
      ? []
      : [{ ...rowOf(name, samples, pairsOf(rounds, bare), cores), ...doubtsOf(samples, load.warmUp) }];
  });
  const ratio = rows.some(({ decides }) => decides === 'cpu') ? 'cpuRatio' : 'rateRatio';
  return rows.sort((a, b) => (b[ratio]?.median ?? 0) - (a[ratio]?.median ?? 0));
}

/** @param {string} server @param {readonly Sample[]} samples @param {readonly Pair[]} pairs @param {number} cores @returns {Row} */
function rowOf(server, samples, pairs, cores) {
  /** @param {(sample: Sample) => number | undefined} read */
  const values = (read) => samples.map(read).filter((value) => value !== undefined);
  /** @template {string} Name @param {Name} name @param {(sample: Sample) => number | undefined} read */
  const middle = (name, read) => {
    const found = values(read);
    return found.length === 0 ? {} : { [name]: median(found) };
  };
  const ratios = ratiosOf(pairs);
  return {
    server,
    rounds: samples.length,
    rate: spreadOf(values(({ rate }) => rate)),
    cpu: spreadOf(values(({ cpu }) => cpu)),
    ...ratios,
    decides: decidingMeasure(samples, cores),
    ...latencyOf(values),
    busy: median(values(({ busy }) => busy)),
    generatorBusy: median(values(({ generatorBusy }) => generatorBusy)),
    rss: median(values(({ rss }) => rss)),
    peakRss: median(values(({ peakRss }) => peakRss)),
    ...middle('heap', ({ heap }) => heap),
    ...middle('idleRss', ({ idle }) => idle?.rss),
    ...middle('idleHeap', ({ idle }) => idle?.heap),
    ...middle('elu', ({ elu }) => elu),
    ...middle('gcTime', ({ gc, requests, rate }) => gc && (gc.time * rate) / requests),
    ...middle('coldStart', ({ coldStart }) => coldStart),
  };
}

/** From here on the rest of the machine has a part in what was measured. */
const MUCH = 0.1;

/** What takes from the worth of the samples. @param {readonly Sample[]} samples @param {number} warmUp */
function doubtsOf(samples, warmUp) {
  const warmedUp = Math.min(...samples.map((sample) => sample.warmedUp ?? warmUp));
  const others = Math.max(...samples.map((sample) => sample.others ?? 0));
  const stolen = Math.max(...samples.map((sample) => sample.stolen ?? 0));
  return {
    ...(warmedUp < warmUp && { warmedUp }),
    ...(others >= MUCH && { others }),
    ...(stolen >= MUCH && { stolen }),
  };
}

/** @typedef {{ own: Sample, bare: Sample }} Pair Of one round. */

/** @param {readonly Round[]} rounds @param {readonly Round[]} bareRounds @returns {Pair[]} */
function pairsOf(rounds, bareRounds) {
  return rounds.flatMap((own, index) => {
    const bare = bareRounds[index];
    return own && bare ? [{ own, bare }] : [];
  });
}

/** @param {readonly Pair[]} pairs */
function ratiosOf(pairs) {
  if (pairs.length === 0) return undefined;
  return {
    rateRatio: spreadOf(pairs.map(({ own, bare }) => own.rate / bare.rate)),
    cpuRatio: spreadOf(pairs.map(({ own, bare }) => bare.cpu / own.cpu)),
  };
}

/** @param {(read: (sample: Sample) => number | undefined) => number[]} values */
function latencyOf(values) {
  if (values(({ latency }) => latency?.mean).length === 0) return {};
  /** @param {keyof import('./result.mjs').Latency} name */
  const middle = (name) => median(values(({ latency }) => latency?.[name]));
  return {
    latency: {
      p50: middle('p50'),
      p95: middle('p95'),
      p99: middle('p99'),
      max: middle('max'),
      mean: middle('mean'),
    },
  };
}
