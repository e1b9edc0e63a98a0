import { markdownTable } from '../../markdown-table.mjs';
import { tally } from '../tally.mjs';
import { machineSentence } from './machine-sentence.mjs';

/** In how many scenarios Nextpress is ahead of whom. @param {readonly import('../result-files.mjs').Run[]} runs */
export function benchmarksResult(runs) {
  const tables = runs.map((run) => {
    const rows = tally(run.scenarios).map(({ against, of, ahead, level, behind }) =>
      [against, of, ahead, level, behind].map(String),
    );
    return `${machineSentence(run)}\n\n${markdownTable(['Nextpress beside', 'scenarios', 'ahead', 'level', 'behind'], rows)}`;
  });
  return [
    ...tables,
    'Every scenario: [docs/performance.md](../docs/performance.md). With charts, spreads, latency and memory: [the report](results/report.html).',
  ].join('\n\n');
}
