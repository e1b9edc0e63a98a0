import { cpus, loadavg, totalmem } from 'node:os';
import { divideCores } from './cores.mjs';

/** What a result was measured on. @returns {import('../result.mjs').Machine} */
export function describeMachine() {
  const [load = 0] = loadavg();
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    load: Math.round(load * 10) / 10,
    pinned: divideCores() !== undefined,
  };
}
