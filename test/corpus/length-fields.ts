/** A number of a file that says how long something is, where it is, or how many there are. */
export interface LengthField {
  /** Its place in the file, in bytes. */
  readonly at: number;
  /** Its width in bytes. */
  readonly width: number;
  readonly littleEndian?: boolean;
}

/** Finds the numbers of a file on which its parser relies: sizes of boxes, elements and chunks, and tables. */
export function findLengthFields(bytes: Buffer): LengthField[] {
  const start = bytes.toString('latin1', 0, 4);
  if (/^(RIFF|RF64|FORM)/.test(start)) return findChunks(bytes, start !== 'FORM');
  if (bytes.toString('latin1', 1, 4) === 'PNG') return findPngChunks(bytes);
  if (start === '\x1aE\xdf\xa3') return findElements(bytes, 0, bytes.length);
  if (/^(\0\x01\0\0|OTTO|wOFF|wOF2)/.test(start)) return findFontTables(bytes, start);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return findBoxes(bytes, 0, bytes.length);
  if (start.startsWith('\xff\xd8')) return findSegments(bytes);
  if (/^(II|MM)/.test(start)) return findTags(bytes, start.startsWith('II'));
  const fixed = FIXED.find(([mark]) => start.startsWith(mark));
  if (fixed) return fixed[1].map(([at, width]) => ({ at, width, littleEndian: start.startsWith('BM') }));
  const repeated = REPEATED.find(([mark]) => start.startsWith(mark));
  if (repeated) return findAll(bytes, repeated[1], repeated[2]);
  // A transport stream: the pointer or the length of an adaptation field in each packet.
  if (bytes[0] === 0x47)
    return Array.from({ length: Math.floor(bytes.length / 188) }, (_, index) => ({
      at: 188 * index + 4,
      width: 1,
    }));
  return [];
}

type Place = readonly [offset: number, width: number];

/** The places of lengths by the first bytes of a file. */
const FIXED: readonly (readonly [string, readonly Place[]])[] = [
  [
    'fLaC',
    [
      [5, 3],
      [8, 2],
      [10, 2],
      [18, 4],
    ],
  ],
  ['BM', [2, 10, 14, 18, 22, 34, 46].map((at) => [at, 4] as const)],
  [
    'ID3',
    [
      [6, 4],
      [14, 4],
    ],
  ],
  [
    'caff',
    [
      [12, 8],
      [60, 8],
    ],
  ],
  [
    'FLV\x01',
    [
      [5, 4],
      [14, 3],
    ],
  ],
];

/** The places of lengths behind each mark, by the first bytes of a file. */
const REPEATED: readonly (readonly [string, string, readonly Place[]])[] = [
  [
    'OggS',
    'OggS',
    [
      [26, 1],
      [27, 1],
      [6, 8],
    ],
  ],
  [
    'GIF',
    '!\xf9\x04',
    [
      [2, 1],
      [4, 2],
      [8, 4],
      [12, 4],
    ],
  ],
  [
    'wvpk',
    'wvpk',
    [
      [4, 4],
      [12, 4],
      [20, 4],
    ],
  ],
];

const BOXES =
  /^(moov|trak|edts|mdia|minf|dinf|stbl|udta|meta|iprp|ipco|moof|traf|stsd|dref|avc1|hvc1|av01|mp4a)$/;
const BOX_HEADS: Readonly<Record<string, number>> = {
  meta: 4,
  stsd: 8,
  dref: 8,
  avc1: 78,
  hvc1: 78,
  av01: 78,
  mp4a: 28,
};

/** Finds the sizes of boxes, and the words of the tables in them. */
function findBoxes(bytes: Buffer, from: number, to: number): LengthField[] {
  const fields: LengthField[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (size < 8 || at + size > to) break;
    fields.push({ at, width: 4 });
    if (BOXES.test(type)) fields.push(...findBoxes(bytes, at + 8 + (BOX_HEADS[type] ?? 0), at + size));
    else if (type !== 'mdat')
      for (let word = at + 8; word + 4 <= at + size; word += 4) fields.push({ at: word, width: 4 });
    at += size;
  }
  return fields;
}

/** Finds the sizes of Matroska elements. Those of the segment and its parts contain more elements. */
function findElements(bytes: Buffer, from: number, to: number): LengthField[] {
  const fields: LengthField[] = [];
  const lengthAt = (at: number): number => Math.clz32(bytes[at] ?? 0) - 23;
  for (let at = from; at + 2 <= to;) {
    const idWidth = lengthAt(at);
    const width = lengthAt(at + idWidth);
    if (idWidth > 4 || width > 6 || at + idWidth + width > to) break;
    const content = at + idWidth + width;
    const size = bytes.readUIntBE(at + idWidth, width) - 2 ** (7 * width);
    fields.push({ at: at + idWidth, width });
    const isMaster = idWidth === 4 || /^(ae|e0|e1|bb|b7|a0)$/.test(bytes.toString('hex', at, at + idWidth));
    if (isMaster) fields.push(...findElements(bytes, content, Math.min(to, content + size)));
    at = content + size;
  }
  return fields;
}

function findChunks(bytes: Buffer, littleEndian: boolean): LengthField[] {
  const fields: LengthField[] = [{ at: 4, width: 4, littleEndian }];
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = littleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    fields.push({ at: at + 4, width: 4, littleEndian });
    const isList = bytes.toString('latin1', at, at + 4) === 'LIST';
    for (let word = at + 8; word + 4 <= Math.min(at + 8 + Math.min(size, 64), bytes.length); word += 4)
      fields.push({ at: word, width: 4, littleEndian });
    at += isList ? 12 : 8 + size + (size % 2);
  }
  return fields;
}

function findPngChunks(bytes: Buffer): LengthField[] {
  const fields: LengthField[] = [
    { at: 16, width: 4 },
    { at: 20, width: 4 },
    { at: 24, width: 2 },
  ];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) fields.push({ at, width: 4 });
  return fields;
}

function findFontTables(bytes: Buffer, start: string): LengthField[] {
  const header = start === 'wOFF' ? 44 : start === 'wOF2' ? 48 : 12;
  const fields: LengthField[] = start.startsWith('w')
    ? [8, 16, 20, 24, 28, 36].map((at) => ({ at, width: 4 }))
    : [{ at: 4, width: 2 }];
  for (let at = header; at < header + 16 * 14; at += 4) fields.push({ at, width: 4 });
  return fields.filter(({ at, width }) => at + width <= bytes.length);
}

function findSegments(bytes: Buffer): LengthField[] {
  const fields: LengthField[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    fields.push({ at: at + 2, width: 2 });
    if ((bytes[at + 1] ?? 0) >> 4 === 0xc)
      fields.push({ at: at + 5, width: 2 }, { at: at + 7, width: 2 }, { at: at + 9, width: 1 });
    if (bytes[at + 1] === 0xda) break;
  }
  return fields;
}

function findTags(bytes: Buffer, littleEndian: boolean): LengthField[] {
  const fields: LengthField[] = [{ at: 4, width: 4, littleEndian }];
  const first = littleEndian ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  for (let at = first + 2; at + 12 <= bytes.length; at += 12)
    fields.push(
      { at: at + 2, width: 2, littleEndian },
      { at: at + 4, width: 4, littleEndian },
      { at: at + 8, width: 4, littleEndian },
    );
  return fields;
}

function findAll(bytes: Buffer, mark: string, fields: readonly Place[]): LengthField[] {
  const found: LengthField[] = [];
  for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 1, 'latin1'))
    for (const [offset, width] of fields)
      if (at + offset + width <= bytes.length) found.push({ at: at + offset, width });
  return found;
}
