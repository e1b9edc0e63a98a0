import { median } from '../statistics.mjs';

/** From here on a core counts as busy. */
const FULL = 0.9;

/**
 * What may be compared: rates, as long as the servers were the limit. When the generator had no time left and the
 * server had, rates say how fast the generator is, and only the processor time per request counts.
 *
 * @param {readonly Pick<import('../result.mjs').Sample, 'busy' | 'generatorBusy'>[]} samples Of one server.
 * @param {number} [cores] That the server has.
 * @returns {'rate' | 'cpu'}
 */
export function decidingMeasure(samples, cores = 1) {
  const generator = median(samples.map(({ generatorBusy }) => generatorBusy));
  const server = median(samples.map(({ busy }) => busy)) / cores;
  return generator > FULL && server < FULL ? 'cpu' : 'rate';
}
