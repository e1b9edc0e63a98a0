// In the place of fast-lane/internal/response/response-queue: every response is written when it has been ended.
import { ResponseQueue as BatchingQueue } from '../../../packages/fast-lane/src/internal/response/response-queue.ts';

export * from '../../../packages/fast-lane/src/internal/response/response-queue.ts';

export class ResponseQueue extends BatchingQueue {
  /**
   * @override
   * @type {BatchingQueue['ended']}
   */
  ended(res, text, bytes, isAscii) {
    super.ended(res, text, bytes, isAscii);
    this.flush();
  }
}
