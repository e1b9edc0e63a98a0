import { Readable } from 'node:stream';

/**
 * Pipes a stream into a response, which ends it, leaves it open, or fails with an error that is caught.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {readonly string[]} chunks
 * @param {'end' | 'open' | 'error'} fate
 */
export function pipeInto(res, chunks, fate) {
  const left = [...chunks];
  const stream = new Readable({
    read() {
      const chunk = left.shift();
      if (chunk !== undefined) this.push(chunk);
      else if (fate === 'error') this.destroy(new Error('the stream broke'));
      else this.push(null);
    },
  });
  stream.on('error', () => {});
  stream.pipe(res, { end: fate !== 'open' });
}
