/**
 * @module Replaces `Response` with `FastResponse`, and `Request` and `fetch` with versions that accept requests of
 * `fromFetch`, for the whole process. Import it before everything else: `import '@nextpress/fetch/register'`.
 */

import { replaceGlobalObjects } from './internal/global-objects.ts';

replaceGlobalObjects();
