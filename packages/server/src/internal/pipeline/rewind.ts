import { NO_PARAMS } from '@nextpress/core';
import type { Request } from '../../messages.ts';
import type { Pipeline } from './pipeline.ts';
import { paramsIn, returnTo } from './visit.ts';

/**
 * Makes what a pipeline's chains do before a late error goes on. It comes out of whatever the request is in, past the ends of the
 * mounts: the params and the target are again what they were around them, and `baseUrl` is what of the original target stands
 * before it.
 */
export function rewinding(pipeline: Pipeline): (req: Request, url: string | undefined) => void {
  return (req, url) => {
    returnTo(pipeline, req);
    req.params = paramsIn(pipeline, req, NO_PARAMS);
    if (url === undefined || req.url === url) return;
    req.url = url;
    if (req.originalUrl.endsWith(url)) req.baseUrl = req.originalUrl.slice(0, -url.length);
  };
}
