import { inflateSync } from 'node:zlib';

/** Maximum size of an unpacked font in bytes. */
const MAX_UNPACKED_BYTES = 200_000_000;

/** The parts of a font file. */
interface FontTables {
  /** The type of the outlines. */
  readonly flavour: Buffer;
  readonly tables: Map<string, Buffer>;
}

/**
 * Gives a font another family name, for programs that find fonts only by the names inside the files.
 *
 * @param file a TTF, OTF or WOFF file.
 * @returns a TTF or OTF file, or undefined if the file has another format (WOFF2) or is damaged.
 */
export function renameFont(file: Buffer, family: string): Buffer | undefined {
  try {
    const parts = file.toString('latin1', 0, 4) === 'wOFF' ? readWoff(file) : readSfnt(file);
    if (!parts) return undefined;
    parts.tables.set('name', createNameTable(family));
    return writeSfnt(parts);
  } catch {
    // The file is damaged: an offset is outside of the file, or data cannot be inflated.
    return undefined;
  }
}

/** Reads the tables of a TTF or OTF file (OpenType, "Table directory"). */
function readSfnt(file: Buffer): FontTables | undefined {
  const flavour = file.subarray(0, 4);
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(flavour.toString('latin1'))) return undefined;
  const tables = new Map<string, Buffer>();
  for (let table = 0, at = 12; table < file.readUInt16BE(4); table++, at += 16) {
    const from = file.readUInt32BE(at + 8);
    tables.set(file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12)));
  }
  return { flavour, tables };
}

/** Reads the tables of a WOFF file (WOFF File Format 1.0, "Table directory"). */
function readWoff(file: Buffer): FontTables | undefined {
  const tables = new Map<string, Buffer>();
  let remaining = MAX_UNPACKED_BYTES;
  for (let table = 0, at = 44; table < file.readUInt16BE(12); table++, at += 20) {
    const [from, packed, size] = [4, 8, 12].map((offset) => file.readUInt32BE(at + offset));
    if (from === undefined || packed === undefined || size === undefined || size > remaining)
      return undefined;
    remaining -= size;
    const bytes = file.subarray(from, from + packed);
    const whole = packed < size ? inflateSync(bytes, { maxOutputLength: size }) : bytes;
    tables.set(file.toString('latin1', at, at + 4), whole);
  }
  return { flavour: file.subarray(4, 8), tables };
}

/**
 * Creates a name table (OpenType, "name") with the family (1), the face (2) and the PostScript name (6), for
 * Windows, in English.
 */
function createNameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [1, 2, 6];
  const start = 6 + 12 * ids.length;
  const records = ids.map((id) => toUint16s(3, 1, 0x409, id, text.length, 0));
  return Buffer.concat([toUint16s(0, ids.length, start), ...records, text]);
}

function writeSfnt({ flavour, tables }: FontTables): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const header = Buffer.concat([flavour, toUint16s(sorted.length, 0, 0, 0)]);
  let end = header.length + 16 * sorted.length;
  const entries: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, bytes] of sorted) {
    const entry = Buffer.alloc(16);
    entry.write(tag, 'latin1');
    entry.writeUInt32BE(end, 8);
    entry.writeUInt32BE(bytes.length, 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    end += bytes.length + padding.length;
    entries.push(entry);
    bodies.push(bytes, padding);
  }
  return Buffer.concat([header, ...entries, ...bodies]);
}

/** Encodes numbers as big-endian 16-bit values. */
function toUint16s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
}
