import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * Reads the entries of a zip by its directory, in order. All must be stored.
 *
 * @throws {Error} if an entry is compressed or does not have its checksum.
 */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const file = await readFile(path);
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    );
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + file.readUInt32LE(at + 20));
    if (file.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed.`);
    if (crc32(bytes) !== file.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
    entries.set(name, bytes);
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return entries;
}
