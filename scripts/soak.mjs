// `npm run soak`: sets everything up, then soaks. Options go to the runner: `npm run soak -- --help`.
import { runTool } from './run-tool.mjs';

await runTool('soak');
