import { brotliDecompressSync, inflateSync } from 'node:zlib';

/**
 * Maximum size of an unpacked font in bytes. The largest East Asian fonts have about 30 MB. Libraries need the
 * same memory several times.
 */
const MAX_UNPACKED_BYTES = 100_000_000;
/** Maximum number of tables. A font has about 20. */
const MAX_TABLES = 200;

/** The parts of a font file. */
export interface FontTables {
  /** The type of the outlines. */
  readonly flavour: Buffer;
  readonly tables: Map<string, Buffer>;
  /** True if some tables are stored in another form: those with outlines and metrics in WOFF2. */
  readonly isTransformed?: boolean;
}

/** A font whose file declares more than a font may have. The message is a phrase that follows the name of the file. */
export class FontTooLarge extends Error {}

/**
 * Reads the tables of a font. Checks the sizes that the file declares before it unpacks anything, and unpacks no
 * more than it declares.
 *
 * @param file a TTF, OTF, WOFF or WOFF2 file. It may be malicious.
 * @throws {FontTooLarge} if the file declares too much.
 * @throws {Error} if the file is damaged: an offset is outside of it, data cannot be unpacked, or there is more
 *   data than declared.
 */
export function readFontTables(file: Buffer): FontTables {
  const type = file.toString('latin1', 0, 4);
  if (type === 'wOFF') return readWoff(file);
  if (type === 'wOF2') return readWoff2(file);
  if (['\0\x01\0\0', 'OTTO', 'true'].includes(type)) return readSfnt(file);
  throw new Error('The file is not a font with a single face.');
}

/** A table as the directory of a file declares it. */
interface DeclaredTable {
  readonly tag: string;
  readonly from: number;
  /** Its length in the file and without compression, in bytes. */
  readonly packed: number;
  readonly size: number;
}

/** Checks the sizes of tables. @throws {FontTooLarge}. */
function checkSizes(count: number, tables: readonly Pick<DeclaredTable, 'size'>[] = []): void {
  if (count > MAX_TABLES)
    throw new FontTooLarge(`has ${count} tables, but a font may have up to ${MAX_TABLES}`);
  const sum = tables.reduce((total, { size }) => total + size, 0);
  if (sum > MAX_UNPACKED_BYTES) {
    const [megabytes, maximum] = [Math.ceil(sum / 1e6), MAX_UNPACKED_BYTES / 1e6];
    throw new FontTooLarge(
      `has ${megabytes} MB of tables when unpacked, but a font may have up to ${maximum} MB`,
    );
  }
}

/** Returns the bytes of a table. @throws {Error} if they are not in the file. */
function sliceTable(file: Buffer, { from, packed }: Pick<DeclaredTable, 'from' | 'packed'>): Buffer {
  if (from + packed > file.length) throw new Error('A table of a font is outside of its file.');
  return file.subarray(from, from + packed);
}

/** Reads the tables of a TTF or OTF file (OpenType, "Table directory"). */
function readSfnt(file: Buffer): FontTables {
  const count = file.readUInt16BE(4);
  checkSizes(count);
  const declared = Array.from({ length: count }, (_, index) => {
    const at = 12 + 16 * index;
    const size = file.readUInt32BE(at + 12);
    return { tag: file.toString('latin1', at, at + 4), from: file.readUInt32BE(at + 8), packed: size, size };
  });
  checkSizes(count, declared);
  const tables = new Map(declared.map((table) => [table.tag, sliceTable(file, table)]));
  return { flavour: file.subarray(0, 4), tables };
}

/** Reads the tables of a WOFF file (WOFF File Format 1.0, "Table directory"). */
function readWoff(file: Buffer): FontTables {
  const count = file.readUInt16BE(12);
  checkSizes(count);
  const declared = Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index;
    const [from, packed, size] = [
      file.readUInt32BE(at + 4),
      file.readUInt32BE(at + 8),
      file.readUInt32BE(at + 12),
    ];
    return { tag: file.toString('latin1', at, at + 4), from, packed, size };
  });
  checkSizes(count, declared);
  const tables = new Map(
    declared.map((table) => {
      const bytes = sliceTable(file, table);
      const whole = table.packed < table.size ? inflateSync(bytes, { maxOutputLength: table.size }) : bytes;
      return [table.tag, whole];
    }),
  );
  return { flavour: file.subarray(4, 8), tables };
}

/** The tags of WOFF2 that Kinora looks for, by their index (WOFF File Format 2.0, "Known Table Tags"). */
const WOFF2_TAGS: Readonly<Record<number, string>> = {
  0: 'cmap',
  5: 'name',
  10: 'glyf',
  11: 'loca',
  47: 'fvar',
};
/** The index of a tag that is written out. */
const OTHER_TAG = 63;

/** Reads the tables of a WOFF2 file (WOFF File Format 2.0, "Table directory format"). */
function readWoff2(file: Buffer): FontTables {
  const count = file.readUInt16BE(12);
  checkSizes(count);
  const reader = { file, at: 48 };
  const lengths = Array.from({ length: count }, () => readWoff2Entry(reader));
  // The sizes of the tables before and after their transformation, from the directory.
  checkSizes(
    count,
    lengths.map(({ original }) => ({ size: original })),
  );
  checkSizes(
    count,
    lengths.map(({ size }) => ({ size })),
  );
  const stored = sliceTable(file, { from: reader.at, packed: file.readUInt32BE(20) });
  const maxOutputLength = Math.max(
    1,
    lengths.reduce((sum, { size }) => sum + size, 0),
  );
  const data = brotliDecompressSync(stored, { maxOutputLength });
  let from = 0;
  const tables = new Map<string, Buffer>();
  for (const { tag, size } of lengths) {
    tables.set(tag, sliceTable(data, { from, packed: size }));
    from += size;
  }
  return { flavour: file.subarray(4, 8), tables, isTransformed: true };
}

function readWoff2Entry(reader: { readonly file: Buffer; at: number }) {
  const flags = reader.file.readUInt8(reader.at++);
  const index = flags & 0x3f;
  let tag = WOFF2_TAGS[index] ?? `#${index}`;
  if (index === OTHER_TAG) {
    tag = reader.file.toString('latin1', reader.at, reader.at + 4);
    reader.at += 4;
  }
  const version = flags >> 6;
  const original = readBase128(reader);
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  return { tag, original, size: isTransformed ? readBase128(reader) : original };
}

/** Reads a number of up to five bytes with seven bits each. */
function readBase128(reader: { readonly file: Buffer; at: number }): number {
  let value = 0;
  for (let count = 0; count < 5; count++) {
    const byte = reader.file.readUInt8(reader.at++);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  throw new Error('A number of a WOFF2 file is too long.');
}
