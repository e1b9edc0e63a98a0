/** @module One megabyte, as a stream passes it on: sixteen chunks of 64 KiB. */

const SIZE = 65_536;

export const chunks = Array.from({ length: 16 }, (_, index) =>
  Uint8Array.from({ length: SIZE }, (_, at) => (index + at + (at >> 8)) & 0xff),
);

/** Pulls chunk by chunk, which is faster than `ReadableStream.from`. */
export function webStream() {
  let place = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[place++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}
