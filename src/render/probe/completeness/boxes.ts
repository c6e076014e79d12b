import type { FileBytes } from './file-bytes.ts';

/** The boxes that a complete file may have at its top level. Bytes behind the last box can be anything. */
const TOP_LEVEL = new Set([
  ...['ftyp', 'styp', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix', 'emsg', 'prft'],
  ...['free', 'skip', 'wide', 'udta', 'meta', 'uuid', 'pnot', 'PICT', 'pdin'],
]);
/** The boxes on the way to the sample tables. */
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl']);
/** Maximum size in bytes of an index to read. An index for 12 hours takes less than a tenth of this. */
const MAX_INDEX = 512 * 2 ** 20;

/** A box of an MP4 or QuickTime file. */
interface Box {
  readonly type: string;
  /** Offset of its content. */
  readonly from: number;
  /** Offset of its end, which may be behind the end of the file. */
  readonly end: number;
}

/**
 * True if all boxes of an MP4 or QuickTime file end within the file, and also the data to which its index
 * points.
 */
export function hasAllBoxes(bytes: FileBytes): boolean {
  let dataEnd = 0;
  for (let at = 0; at < bytes.size;) {
    const box = readBox(bytes.read(at, 16), at, bytes.size);
    if (!box || !TOP_LEVEL.has(box.type)) break;
    if (box.end > bytes.size) return false;
    if (box.type === 'moov' && box.end - box.from <= MAX_INDEX)
      dataEnd = findDataEnd(bytes.read(box.from, box.end - box.from));
    at = box.end;
  }
  return dataEnd <= bytes.size;
}

/**
 * Reads the header of a box.
 *
 * @param header 16 bytes of the file, or fewer at its end.
 * @param at offset of the box.
 * @param fileEnd the end of a box without a size of its own.
 * @returns undefined if there is no box.
 */
function readBox(header: Buffer, at: number, fileEnd: number): Box | undefined {
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  const size = header.readUInt32BE(0);
  if (size === 0) return { type, from: at + 8, end: fileEnd };
  if (size !== 1) return size < 8 ? undefined : { type, from: at + 8, end: at + size };
  if (header.length < 16) return undefined;
  const wide = Number(header.readBigUInt64BE(8));
  // A box that is shorter than its header has no end to go on from.
  return wide < 16 ? undefined : { type, from: at + 16, end: at + wide };
}

/** Returns the file offset at which the last sample of an index ends, or 0 if the index has no samples. */
function findDataEnd(index: Buffer): number {
  let end = 0;
  const tables: Partial<Record<string, Buffer>> = {};
  for (let at = 0; at < index.length;) {
    const box = readBox(index.subarray(at, at + 16), at, index.length);
    if (!box) break;
    const content = index.subarray(box.from, box.end);
    if (CONTAINERS.has(box.type)) end = Math.max(end, findDataEnd(content));
    else tables[box.type] = content;
    at = box.end;
  }
  return Math.max(end, findTrackEnd(tables));
}

/** Returns the file offset at which the samples of one track end. */
function findTrackEnd(tables: Partial<Record<string, Buffer>>): number {
  const { stco, co64, stsc, stsz } = tables;
  const offsets = stco ?? co64;
  if (!offsets || !stsc || !stsz) return 0;
  const chunks = offsets.readUInt32BE(4);
  const offsetOf = (chunk: number): number =>
    stco ? stco.readUInt32BE(8 + 4 * chunk) : Number(offsets.readBigUInt64BE(8 + 8 * chunk));
  let last = 0;
  for (let chunk = 1; chunk < chunks; chunk++) if (offsetOf(chunk) > offsetOf(last)) last = chunk;
  return chunks === 0 ? 0 : offsetOf(last) + chunkSize(last, stsc, stsz);
}

/** Returns the size in bytes of a chunk, from the samples in each chunk and the sizes of the samples. */
function chunkSize(chunk: number, stsc: Buffer, stsz: Buffer): number {
  const { first, samples } = samplesOf(chunk, stsc);
  const [sizeOfAll, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)];
  const end = Math.min(first + samples, count);
  if (sizeOfAll > 0) return Math.max(0, end - first) * sizeOfAll;
  let size = 0;
  for (let sample = first; sample < end; sample++) size += stsz.readUInt32BE(12 + 4 * sample);
  return size;
}

/** Returns the first sample of a chunk, and the number of its samples. All are counted from 0. */
function samplesOf(chunk: number, stsc: Buffer): { readonly first: number; readonly samples: number } {
  const runs = stsc.readUInt32BE(4);
  let first = 0;
  for (let run = 0; run < runs; run++) {
    const from = stsc.readUInt32BE(8 + 12 * run) - 1;
    const samples = stsc.readUInt32BE(12 + 12 * run);
    const end = run + 1 < runs ? stsc.readUInt32BE(20 + 12 * run) - 1 : Infinity;
    if (chunk < end) return { first: first + (chunk - from) * samples, samples };
    first += (end - from) * samples;
  }
  return { first, samples: 0 };
}
