/** A box of an MP4 file that can be changed: with boxes inside, or with other content. */
export interface EditableBox {
  type: string;
  /** The content before the boxes inside, or all of the content. */
  body: Buffer;
  /** The boxes inside; undefined if the box contains none. */
  boxes: EditableBox[] | undefined;
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
  mvex: 0,
  moof: 0,
  traf: 0,
  stsd: 8,
  dref: 8,
  avc1: 78,
  avc3: 78,
  hvc1: 78,
  hev1: 78,
  mp4a: 28,
  Opus: 28,
};

/** Parses the boxes of an MP4 file for a change. */
export function parseEditable(bytes: Buffer): EditableBox[] {
  const boxes: EditableBox[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + (short === 1 ? 16 : 8), at + size);
    const before = CONTAINERS[type];
    boxes.push({
      type,
      body: Buffer.from(before === undefined ? content : content.subarray(0, before)),
      boxes: before === undefined ? undefined : parseEditable(content.subarray(before)),
    });
    at += size;
  }
  return boxes;
}

/** Writes boxes with the right sizes. */
export function joinBoxes(boxes: readonly EditableBox[]): Buffer {
  return Buffer.concat(
    boxes.map(({ type, body, boxes: inside }) => {
      const content = Buffer.concat([body, inside ? joinBoxes(inside) : Buffer.alloc(0)]);
      const header = Buffer.alloc(8);
      header.writeUInt32BE(8 + content.length);
      header.write(type, 4, 'latin1');
      return Buffer.concat([header, content]);
    }),
  );
}

/**
 * Finds all boxes with a path of types, such as `moov/trak/edts`.
 *
 * @throws if there is none, so that no change is lost.
 */
export function findEditable(boxes: readonly EditableBox[], path: string): EditableBox[] {
  let found: readonly EditableBox[] = [{ type: '', body: Buffer.alloc(0), boxes: [...boxes] }];
  for (const step of path.split('/'))
    found = found.flatMap((box) => (box.boxes ?? []).filter(({ type }) => type === step));
  if (found.length === 0) throw new Error(`There is no box ${path}.`);
  return [...found];
}

/** Creates a box without boxes inside. */
export function createBox(type: string, body: Buffer): EditableBox {
  return { type, body, boxes: undefined };
}

/** Writes numbers of 32 bits, as in most tables of an MP4. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value | 0, 4 * index);
  return bytes;
}
