/** Types of the units of an H.264 stream, `nal_unit_type` (ISO/IEC 14496-10, table 7-1). */
export const NAL_TYPE = { slice: 1, keySlice: 5, sequence: 7, picture: 8 } as const;

const START_CODE = Buffer.from([0, 0, 1]);
const ZEROS = Buffer.from([0, 0]);
/** Byte inserted after two zero bytes if the zero bytes and the next byte would look like a start code. */
const EMULATION_PREVENTION = 3;
const ESCAPED = Buffer.from([0, 0, EMULATION_PREVENTION]);

/** Splits a stream into its units, without their start codes (annex B). */
export function splitNalUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let start = stream.indexOf(START_CODE);
  while (start >= 0) {
    const from = start + START_CODE.length;
    start = stream.indexOf(START_CODE, from);
    let to = start < 0 ? stream.length : start;
    // A unit never ends with a zero: the zero belongs to the next start code.
    while (to > from && stream[to - 1] === 0) to--;
    units.push(stream.subarray(from, to));
  }
  return units;
}

/** Joins units into a stream. Each unit gets a start code of four bytes. */
export function joinNalUnits(units: readonly Buffer[]): Buffer {
  return Buffer.concat(units.flatMap((unit) => [Buffer.of(0), START_CODE, unit]));
}

/** Returns the type of a unit, which {@link NAL_TYPE} may not list. */
export function nalTypeOf(unit: Buffer): number {
  return unit.readUInt8(0) & 0b11111;
}

/** True if other pictures may refer to the picture in this unit. */
export function isReference(unit: Buffer): boolean {
  return (unit.readUInt8(0) & 0b1100000) !== 0;
}

/** Removes the emulation prevention bytes of a unit (7.4.1). */
export function unescapeNalUnit(unit: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = unit.indexOf(ESCAPED); at >= 0; at = unit.indexOf(ESCAPED, from)) {
    parts.push(unit.subarray(from, at + ZEROS.length));
    from = at + ESCAPED.length;
  }
  return Buffer.concat([...parts, unit.subarray(from)]);
}

/** Adds emulation prevention bytes: the inverse of {@link unescapeNalUnit}. */
export function escapeNalUnit(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(ZEROS); at >= 0;) {
    const next = at + ZEROS.length;
    if ((bytes[next] ?? Infinity) > EMULATION_PREVENTION) {
      at = bytes.indexOf(ZEROS, at + 1);
      continue;
    }
    parts.push(bytes.subarray(from, next), Buffer.of(EMULATION_PREVENTION));
    from = next;
    at = bytes.indexOf(ZEROS, next);
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}
