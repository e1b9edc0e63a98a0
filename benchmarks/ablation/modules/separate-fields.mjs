// In the place of core/internal/response/write-response: the fields one by one, and the head that `end` makes of them.
import { writeResponse as writeAtOnce } from '../../../packages/core/src/internal/response/write-response.ts';

export * from '../../../packages/core/src/internal/response/write-response.ts';

/** @type {typeof writeAtOnce} */
export function writeResponse(res, content, length, defaultType, entityTag) {
  const { statusCode } = res;
  const isUsual =
    statusCode >= 200 &&
    statusCode !== 204 &&
    statusCode !== 205 &&
    statusCode !== 304 &&
    defaultType !== undefined &&
    res.getHeader('Content-Type') === undefined &&
    res.getHeader('Transfer-Encoding') === undefined;
  if (!isUsual) {
    writeAtOnce(res, content, length, defaultType, entityTag);
    return;
  }
  res.setHeader('Content-Type', defaultType);
  res.setHeader('Content-Length', length);
  if (entityTag !== undefined) res.setHeader('ETag', entityTag);
  if (content === undefined || res.req.method === 'HEAD') res.end();
  else res.end(content);
}
