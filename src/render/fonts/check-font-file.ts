import { readFileSync } from 'node:fs';
import { checkColourGlyphs } from './check-colour-glyphs.ts';
import { FontError } from './font-metadata.ts';
import { FontTooLarge, readFontTables } from './font-tables.ts';

/** Maximum size of all names of a font together, in bytes. Names may share their bytes in the file. */
const MAX_NAME_BYTES = 1_000_000;
/** Maximum number of mappings from characters to glyphs, and of axes. */
const MAX_CMAPS = 64;
const MAX_AXES = 64;
/** The formats of a mapping with 32-bit counts: the offset of the count and the bytes for each. */
const CMAP_COUNTS: Readonly<Record<number, readonly [offset: number, bytes: number]>> = {
  8: [8204, 12],
  10: [16, 2],
  12: [12, 12],
  13: [12, 12],
  14: [6, 11],
};

/**
 * Checks the declared properties of a font file, before a library reads it. Libraries believe the sizes and
 * counts in a file: a few kilobytes can make them use gigabytes.
 *
 * @throws {FontError} if the file declares too much, or more than it has.
 */
export function checkFontFile(path: string): void {
  const file = readFileSync(path);
  if (file.toString('latin1', 0, 4) === 'ttcf')
    throw new FontError('is a collection of fonts; use a file with a single font');
  try {
    const { tables } = readFontTables(file);
    checkNames(tables.get('name'));
    checkCmaps(tables.get('cmap'));
    checkAxes(tables.get('fvar'));
    checkColourGlyphs(tables.get('COLR'));
  } catch (cause) {
    if (cause instanceof FontError) throw cause;
    const phrase =
      cause instanceof FontTooLarge ? cause.message : 'is not a font that can be read: the file is damaged';
    throw new FontError(phrase, { cause });
  }
}

function checkNames(table: Buffer | undefined): void {
  if (!table) return;
  let bytes = 0;
  for (let name = 0; name < table.readUInt16BE(2); name++) bytes += table.readUInt16BE(6 + 12 * name + 8);
  if (bytes > MAX_NAME_BYTES)
    throw new FontTooLarge(
      `has names of ${Math.ceil(bytes / 1e6)} MB, but the maximum is ${MAX_NAME_BYTES / 1e6} MB`,
    );
}

function checkCmaps(table: Buffer | undefined): void {
  if (!table) return;
  const count = table.readUInt16BE(2);
  if (count > MAX_CMAPS)
    throw new FontTooLarge(`maps its characters in ${count} ways, but the maximum is ${MAX_CMAPS}`);
  for (let index = 0; index < count; index++) {
    const map = table.subarray(table.readUInt32BE(4 + 8 * index + 4));
    const [offset, bytes] = CMAP_COUNTS[map.readUInt16BE(0)] ?? [];
    if (offset === undefined || bytes === undefined) continue;
    requireRoom(map, offset + 4 + map.readUInt32BE(offset) * bytes);
  }
}

function checkAxes(table: Buffer | undefined): void {
  if (!table) return;
  const [axes, axisBytes, instances, instanceBytes] = [8, 10, 12, 14].map((at) => table.readUInt16BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  if (axes > MAX_AXES) throw new FontTooLarge(`has ${axes} axes, but the maximum is ${MAX_AXES}`);
  requireRoom(table, table.readUInt16BE(4) + axes * axisBytes + instances * instanceBytes);
}

function requireRoom(table: Buffer, bytes: number): void {
  if (bytes > table.length) throw new Error('A table of a font declares more than it has.');
}
