import { type FontTables, readFontTables } from './font-tables.ts';

/**
 * Gives a font another family name, for programs that find fonts only by the names inside the files.
 *
 * @param file a TTF, OTF or WOFF file.
 * @returns a TTF or OTF file, or undefined if the file has another format (WOFF2), is damaged or exceeds a limit.
 */
export function renameFont(file: Buffer, family: string): Buffer | undefined {
  try {
    const parts = readFontTables(file);
    if (parts.isTransformed) return undefined;
    parts.tables.set('name', createNameTable(family));
    return writeSfnt(parts);
  } catch {
    // The file is damaged: an offset is outside of the file, or data cannot be inflated.
    return undefined;
  }
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

/** Writes the tables of a TTF or OTF file. */
export function writeSfnt({ flavour, tables }: FontTables): Buffer {
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
