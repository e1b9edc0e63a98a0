// `npm run bench:report`: sets everything up, then makes the page and the documents from the results.
// Options go to the report: `npm run bench:report -- --help`.
import { install } from './install.mjs';

await install();
// A path in a variable: the scripts are type-checked without the benchmarks.
const report = '../benchmarks/report/run.mjs';
await import(report);
