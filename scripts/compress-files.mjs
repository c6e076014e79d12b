// Compresses the files that Kinora serves to browsers, so that no request has to.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The texts of a page. Pictures, sounds and fonts are compressed already. */
const TEXTS = '**/*.{css,html,js,json,md,svg}';
/** Below this size in bytes, a file is one packet with or without. */
const MIN_BYTES = 1024;

/** The ways to compress, by the extensions that `@fastify/static` looks for. */
const ENCODINGS = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes a Brotli and a gzip file beside each text of a folder. */
export async function compressFiles(folder) {
  await Promise.all(
    globSync(TEXTS, { cwd: folder }).map(async (path) => {
      const bytes = readFileSync(join(folder, path));
      if (bytes.length < MIN_BYTES) return;
      for (const [extension, compress] of Object.entries(ENCODINGS))
        writeFileSync(join(folder, `${path}.${extension}`), await compress(bytes));
    }),
  );
}
