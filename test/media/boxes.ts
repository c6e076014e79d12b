import { readFile } from 'node:fs/promises';

/** A box of an MP4 file. */
export interface Box {
  /** The four letters of its type. */
  readonly type: string;
  /** The start of the box in the file, in bytes. */
  readonly offset: number;
  /** The content after the header. */
  readonly body: Buffer;
  /** The boxes inside. Empty for a box that contains none. */
  readonly boxes: readonly Box[];
}

/** The types of boxes that contain boxes, with the bytes before the first one (ISO/IEC 14496-12 and -14). */
const CONTAINERS: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  edts: 0,
  mdia: 0,
  minf: 0,
  dinf: 0,
  stbl: 0,
  udta: 0,
  stsd: 8,
  avc1: 78,
  mp4a: 28,
  meta: 4,
  ilst: 0,
};

/** Reads all boxes of an MP4 file, in order. */
export async function readBoxes(path: string): Promise<readonly Box[]> {
  return parseBoxes(await readFile(path), 0);
}

function parseBoxes(bytes: Buffer, offset: number): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const long = bytes.readUInt32BE(at) === 1;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    if (size < 8) throw new Error(`a box of ${size} bytes at ${offset + at}`);
    const head = long ? 16 : 8;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + head, at + size);
    const before = CONTAINERS[type];
    const within = before === undefined ? [] : parseBoxes(body.subarray(before), offset + at + head + before);
    boxes.push({ type, offset: offset + at, body, boxes: within });
    at += size;
  }
  return boxes;
}

/** Finds the box at a path of types, such as `moov/mvhd`. Returns undefined if there is none. */
export function findBox(boxes: readonly Box[], path: string): Box | undefined {
  const [first, ...rest] = path.split('/');
  const box = boxes.find(({ type }) => type === first);
  return box && rest.length > 0 ? findBox(box.boxes, rest.join('/')) : box;
}

/** A track as described by its boxes. All times are in ticks of `timescale`, unless noted. */
export interface Mp4Track {
  readonly kind: string;
  readonly name: string;
  readonly language: string;
  readonly timescale: number;
  /** Duration of the media, including the parts that the edit list cuts off. */
  readonly duration: number;
  /** Duration after the edit list, in ticks of the movie. */
  readonly movieDuration: number;
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
  /** The edit list. `duration` is in ticks of the movie, `from` in ticks of the track. */
  readonly edits: readonly { readonly duration: number; readonly from: number; readonly rate: number }[];
  /** Runs of samples of equal duration. */
  readonly sampleDurations: readonly (readonly [count: number, ticks: number])[];
  /** Runs of equal offsets from decoding time to presentation time. Empty if there are no offsets. */
  readonly compositionOffsets: readonly (readonly [count: number, ticks: number])[];
  /** Numbers of the samples that can be decoded alone, from 1; undefined if all can. */
  readonly syncSamples: readonly number[] | undefined;
  readonly sampleCount: number;
  readonly colours: { readonly codes: readonly number[]; readonly full: boolean } | undefined;
  readonly pixelAspect: readonly number[] | undefined;
  /** The H.264 profile, its compatibility flags and the level, one byte each. */
  readonly profile: readonly number[] | undefined;
}

/** Reads the movie header: ticks per second, duration in ticks, and creation time (0 if unknown). */
export function readMovieHeader(boxes: readonly Box[]): {
  timescale: number;
  duration: number;
  created: number;
} {
  const fields = readTimes(requireBox(boxes, 'moov/mvhd'), 0);
  return { timescale: fields.timescale, duration: fields.duration, created: fields.created };
}

/** Reads all tracks. */
export function readTracks(boxes: readonly Box[]): Mp4Track[] {
  return requireBox(boxes, 'moov')
    .boxes.filter(({ type }) => type === 'trak')
    .map(({ boxes: inside }) => {
      const [header, media, handler] = [
        requireBox(inside, 'tkhd'),
        requireBox(inside, 'mdia/mdhd'),
        requireBox(inside, 'mdia/hdlr'),
      ];
      const table = requireBox(inside, 'mdia/minf/stbl').boxes;
      const { timescale, duration, rest } = readTimes(media, 0);
      const { duration: movieDuration, rest: placement } = readTimes(header, 4);
      const colr = findBox(table, 'stsd/avc1/colr')?.body;
      const avcC = findBox(table, 'stsd/avc1/avcC')?.body;
      const pasp = findBox(table, 'stsd/avc1/pasp')?.body;
      const letters = rest.readUInt16BE(0);
      return {
        kind: handler.body.toString('latin1', 8, 12),
        name: handler.body.toString('latin1', 24).replace(/\0.*$/s, ''),
        language: String.fromCharCode(...[10, 5, 0].map((shift) => ((letters >> shift) & 31) + 0x60)),
        timescale,
        duration,
        movieDuration,
        matrix: Array.from({ length: 9 }, (_, index) => placement.readInt32BE(16 + 4 * index)),
        width: placement.readUInt32BE(52) / 0x10000,
        height: placement.readUInt32BE(56) / 0x10000,
        edits: readEdits(findBox(inside, 'edts/elst')),
        sampleDurations: readPairs(findBox(table, 'stts')),
        compositionOffsets: readPairs(findBox(table, 'ctts')),
        syncSamples: readSyncSamples(findBox(table, 'stss')),
        sampleCount: requireBox(table, 'stsz').body.readUInt32BE(8),
        colours: colr && {
          codes: [4, 6, 8].map((at) => colr.readUInt16BE(at)),
          full: colr.readUInt8(10) >= 128,
        },
        pixelAspect: pasp && [pasp.readUInt32BE(0), pasp.readUInt32BE(4)],
        profile: avcC && [...avcC.subarray(1, 4)],
      };
    });
}

function requireBox(boxes: readonly Box[], path: string): Box {
  const box = findBox(boxes, path);
  if (!box) throw new Error(`there is no ${path}`);
  return box;
}

/**
 * Reads the times of a header box. Its version determines their width.
 *
 * @param gap Bytes before the duration: 4 in a track header, otherwise 0.
 */
function readTimes(
  { body }: Box,
  gap: 0 | 4,
): { created: number; timescale: number; duration: number; rest: Buffer } {
  const wide = body.readUInt8(0) === 1;
  const width = wide ? 8 : 4;
  const read = (at: number): number => (wide ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at));
  const scale = 4 + 2 * width;
  return {
    created: read(4),
    timescale: body.readUInt32BE(scale),
    duration: read(scale + 4 + gap),
    rest: body.subarray(scale + 4 + gap + width),
  };
}

function readEdits(box: Box | undefined): Mp4Track['edits'] {
  if (!box) return [];
  const { body } = box;
  const wide = body.readUInt8(0) === 1;
  return Array.from({ length: body.readUInt32BE(4) }, (_, index) => {
    const at = 8 + index * (wide ? 20 : 12);
    return wide
      ? {
          duration: Number(body.readBigUInt64BE(at)),
          from: Number(body.readBigInt64BE(at + 8)),
          rate: body.readInt32BE(at + 16) / 0x10000,
        }
      : {
          duration: body.readUInt32BE(at),
          from: body.readInt32BE(at + 4),
          rate: body.readInt32BE(at + 8) / 0x10000,
        };
  });
}

function readPairs(box: Box | undefined): [number, number][] {
  if (!box) return [];
  return Array.from({ length: box.body.readUInt32BE(4) }, (_, index) => [
    box.body.readUInt32BE(8 + 8 * index),
    box.body.readInt32BE(12 + 8 * index),
  ]);
}

function readSyncSamples(box: Box | undefined): number[] | undefined {
  return (
    box &&
    Array.from({ length: box.body.readUInt32BE(4) }, (_, index) => box.body.readUInt32BE(8 + 4 * index))
  );
}
