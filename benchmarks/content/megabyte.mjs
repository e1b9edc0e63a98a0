const piece = 65_536;

/** One megabyte as a stream hands it on: sixteen pieces of 64 KiB, the bytes counting up and so no two alike. */
export const chunks = Array.from({ length: 16 }, (_, index) =>
  Uint8Array.from({ length: piece }, (_, at) => (index + at + (at >> 8)) & 0xff),
);

/** The same for those who take web streams: pulled piece by piece, which costs them less than `ReadableStream.from`. */
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
