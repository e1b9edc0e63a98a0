// `npm run fuzz`: sets everything up, then fuzzes. Options go to the runner: `npm run fuzz -- --help`.
import { runTool } from './run-tool.mjs';

await runTool('fuzz');
