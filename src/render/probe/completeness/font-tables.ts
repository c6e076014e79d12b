import type { FileBytes } from './file-bytes.ts';

/** Length in bytes of the header of a TTF or OTF file, and of each entry of its list of tables. */
const [HEADER, ENTRY] = [12, 16];

/** True if all tables of a TTF or OTF file, or the declared length of a WOFF file, end within the file. */
export function hasAllTables(bytes: FileBytes): boolean {
  const header = bytes.read(0, HEADER);
  if (header.length < HEADER) return false;
  const type = header.toString('latin1', 0, 4);
  if (type === 'wOFF' || type === 'wOF2') return header.readUInt32BE(8) <= bytes.size;
  // A collection. It is rejected for another reason.
  if (type === 'ttcf') return true;
  const entries = header.readUInt16BE(4);
  const list = bytes.read(HEADER, entries * ENTRY);
  if (list.length < entries * ENTRY) return false;
  for (let at = 0; at < list.length; at += ENTRY)
    if (list.readUInt32BE(at + 8) + list.readUInt32BE(at + 12) > bytes.size) return false;
  return true;
}
