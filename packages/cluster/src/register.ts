/** @module Preloaded with `--import` in workers whose file does not import this package. */

import { currentWorker } from './internal/worker/current-worker.ts';

currentWorker();
