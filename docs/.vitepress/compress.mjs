import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TEXT = /\.(?:css|html|js|json|md|svg|txt)$/;
/** Smaller files fit into one packet uncompressed. */
const SMALLEST = 1_000;

/** Writes a Brotli variant next to each text file, for servers that send precompressed files. @param {string} folder */
export function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < SMALLEST) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}
