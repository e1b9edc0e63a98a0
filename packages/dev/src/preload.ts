/** @module Loaded into the application's process before its entry. */

import { startApplication } from './internal/app/start-application.ts';

/** Resolves when the entry may run. */
export const ready: Promise<void> = startApplication();
