#!/usr/bin/env node
/** @module The command `nextpress-trial`, which `nextpress trial` downloads and runs if it is not installed. */
import { runTrial } from './command-line.ts';

process.exit(await runTrial(process.argv.slice(2)));
