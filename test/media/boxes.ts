import { readFile } from 'node:fs/promises';

/** A box of an MP4 file: its four letters, where it begins in the file, what is in it, and the boxes within. */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly body: Buffer;
  readonly boxes: readonly Box[];
}

/** Boxes that hold boxes, and the bytes that stand before these (ISO/IEC 14496-12 and -14). */
const HOLDERS: Readonly<Record<string, number>> = {
  ...{ moov: 0, trak: 0, edts: 0, mdia: 0, minf: 0, dinf: 0, stbl: 0, udta: 0 },
  ...{ stsd: 8, avc1: 78, mp4a: 28, meta: 4, ilst: 0 },
};

/** All boxes of an MP4 file, in order. */
export async function boxesOf(path: string): Promise<readonly Box[]> {
  return boxesIn(await readFile(path), 0);
}

function boxesIn(bytes: Buffer, offset: number): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const long = bytes.readUInt32BE(at) === 1;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    if (size < 8) throw new Error(`a box of ${size} bytes at ${offset + at}`);
    const head = long ? 16 : 8;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + head, at + size);
    const before = HOLDERS[type];
    const within = before === undefined ? [] : boxesIn(body.subarray(before), offset + at + head + before);
    boxes.push({ type, at: offset + at, body, boxes: within });
    at += size;
  }
  return boxes;
}

/** The box at a path of types, such as `moov/mvhd`; undefined when there is none. */
export function boxAt(boxes: readonly Box[], path: string): Box | undefined {
  const [first, ...rest] = path.split('/');
  const box = boxes.find(({ type }) => type === first);
  return box && rest.length > 0 ? boxAt(box.boxes, rest.join('/')) : box;
}

/** One track as its boxes tell it; all times in ticks of `timescale`, but for those of the edits. */
export interface BoxedTrack {
  readonly kind: string;
  readonly name: string;
  readonly language: string;
  readonly timescale: number;
  /** Of the media, with what the edits leave out. */
  readonly duration: number;
  /** In ticks of the movie. */
  readonly shown: number;
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
  /** `duration` in ticks of the movie, `from` in those of the track. */
  readonly edits: readonly { readonly duration: number; readonly from: number; readonly rate: number }[];
  /** How many samples last how long. */
  readonly lasting: readonly (readonly [count: number, ticks: number])[];
  /** How much later than decoded each sample is shown; nothing when it is not. */
  readonly later: readonly (readonly [count: number, ticks: number])[];
  /** Numbers of the samples, from 1 on, that can be decoded alone; undefined when all can. */
  readonly keys: readonly number[] | undefined;
  readonly samples: number;
  readonly colours: { readonly codes: readonly number[]; readonly full: boolean } | undefined;
  readonly aspect: readonly number[] | undefined;
  /** Bytes of the profile, what it is compatible with and the level, of H.264. */
  readonly profile: readonly number[] | undefined;
}

/** The movie header: ticks in a second, and how many the movie lasts; when it was made is 0 where that is not told. */
export function movieOf(boxes: readonly Box[]): { timescale: number; duration: number; created: number } {
  const fields = timesOf(needed(boxes, 'moov/mvhd'), 0);
  return { timescale: fields.timescale, duration: fields.duration, created: fields.created };
}

export function tracksOf(boxes: readonly Box[]): BoxedTrack[] {
  return needed(boxes, 'moov')
    .boxes.filter(({ type }) => type === 'trak')
    .map(({ boxes: inside }) => {
      const [header, media, handler] = [
        needed(inside, 'tkhd'),
        needed(inside, 'mdia/mdhd'),
        needed(inside, 'mdia/hdlr'),
      ];
      const table = needed(inside, 'mdia/minf/stbl').boxes;
      const { timescale, duration, rest } = timesOf(media, 0);
      const { duration: shown, rest: placed } = timesOf(header, 4);
      const colr = boxAt(table, 'stsd/avc1/colr')?.body;
      const avcC = boxAt(table, 'stsd/avc1/avcC')?.body;
      const pasp = boxAt(table, 'stsd/avc1/pasp')?.body;
      const letters = rest.readUInt16BE(0);
      return {
        kind: handler.body.toString('latin1', 8, 12),
        name: handler.body.toString('latin1', 24).replace(/\0.*$/s, ''),
        language: String.fromCharCode(...[10, 5, 0].map((shift) => ((letters >> shift) & 31) + 0x60)),
        timescale,
        duration,
        shown,
        matrix: Array.from({ length: 9 }, (_, index) => placed.readInt32BE(16 + 4 * index)),
        width: placed.readUInt32BE(52) / 0x10000,
        height: placed.readUInt32BE(56) / 0x10000,
        edits: editsOf(boxAt(inside, 'edts/elst')),
        lasting: pairsOf(boxAt(table, 'stts')),
        later: pairsOf(boxAt(table, 'ctts')),
        keys: keysOf(boxAt(table, 'stss')),
        samples: needed(table, 'stsz').body.readUInt32BE(8),
        colours: colr && {
          codes: [4, 6, 8].map((at) => colr.readUInt16BE(at)),
          full: colr.readUInt8(10) >= 128,
        },
        aspect: pasp && [pasp.readUInt32BE(0), pasp.readUInt32BE(4)],
        profile: avcC && [...avcC.subarray(1, 4)],
      };
    });
}

function needed(boxes: readonly Box[], path: string): Box {
  const box = boxAt(boxes, path);
  if (!box) throw new Error(`there is no ${path}`);
  return box;
}

/** The times of a header box, whose version says how wide they are; `gap` bytes stand before the duration of a track header. */
function timesOf(
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

function editsOf(box: Box | undefined): BoxedTrack['edits'] {
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

function pairsOf(box: Box | undefined): [number, number][] {
  if (!box) return [];
  return Array.from({ length: box.body.readUInt32BE(4) }, (_, index) => [
    box.body.readUInt32BE(8 + 8 * index),
    box.body.readInt32BE(12 + 8 * index),
  ]);
}

function keysOf(box: Box | undefined): number[] | undefined {
  return (
    box &&
    Array.from({ length: box.body.readUInt32BE(4) }, (_, index) => box.body.readUInt32BE(8 + 4 * index))
  );
}
