import { findLengthFields, type LengthField } from './length-fields.ts';
import type { Random } from './random.ts';

/** Changes a copy of a file. `other` is a file of another kind. */
type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

/** The parts of a file that most parsers read first and last, in bytes. */
const EDGE = 512;

/** The ways to damage a file, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flipped bits': (bytes, random) => {
    const copy = Buffer.from(bytes);
    const reach = random.pick([copy.length, Math.min(EDGE, copy.length)]);
    const from = random.pick([0, 0, copy.length - reach]);
    for (let flips = 1 + random.below(40); flips > 0; flips--) {
      const at = from + random.below(reach);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  truncation: (bytes, random) =>
    bytes.subarray(
      0,
      random.pick([random.below(bytes.length), random.below(64), bytes.length - 1 - random.below(64)]),
    ),
  'doubled block': (bytes, random) => {
    const [from, to] = pickBlock(bytes, random);
    return Buffer.concat([
      bytes.subarray(0, to),
      ...Array<Buffer>(1 + random.below(20)).fill(bytes.subarray(from, to)),
      bytes.subarray(to),
    ]);
  },
  'removed block': (bytes, random) => {
    const [from, to] = pickBlock(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'swapped blocks': (bytes, random) => {
    const [from, to] = pickBlock(bytes, random);
    const at = random.below(from + 1);
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(from, to),
      bytes.subarray(at, from),
      bytes.subarray(to),
    ]);
  },
  'wrong length': (bytes, random) => {
    const copy = Buffer.from(bytes);
    const fields = findLengthFields(bytes);
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      const field = fields[random.below(fields.length)] ?? pickPlace(bytes, random);
      writeField(copy, field, changeNumber(readField(copy, field), field.width, random));
    }
    return copy;
  },
  'spliced kinds': (bytes, random, other) =>
    random.pick([
      Buffer.concat([
        bytes.subarray(0, random.below(bytes.length)),
        other.subarray(random.below(other.length)),
      ]),
      Buffer.concat([bytes, other]),
      Buffer.concat([bytes.subarray(0, random.below(EDGE)), other]),
    ]),
  'extreme numbers': (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let changes = 1 + random.below(6); changes > 0; changes--) {
      const place = pickPlace(bytes, random);
      writeField(copy, place, random.pick(EXTREMES));
    }
    return copy;
  },
};

const EXTREMES: readonly [bigint, ...bigint[]] = [
  ...([0n, 1n, -1n, 0x7fn, 0x80n, 0x7fffn, 0x8000n, 0xffffn] as const),
  ...[0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn, 0xffff_fff0n, 0x7fff_ffff_ffff_ffffn, -(2n ** 63n)],
];

function pickBlock(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(bytes.length);
  const longest = random.pick([16, 188, 1024, bytes.length]);
  return [from, Math.min(bytes.length, from + 1 + random.below(longest))];
}

/** Picks an aligned place, more often near the start. */
function pickPlace(bytes: Buffer, random: Random): LengthField {
  const width = random.pick([1, 2, 4, 4, 4, 8]);
  const reach = random.pick([bytes.length, Math.min(EDGE, bytes.length)]);
  const step = random.pick([width, 2, 1]);
  return { at: Math.floor(random.below(reach) / step) * step, width, littleEndian: random.below(2) === 0 };
}

function changeNumber(value: bigint, width: number, random: Random): bigint {
  const all = 2n ** BigInt(8 * width) - 1n;
  return random.pick([
    random.pick(EXTREMES),
    value + BigInt(random.below(33) - 16),
    value * 2n,
    value >> 1n,
    value ^ all,
    all - 7n,
  ]);
}

function readField(bytes: Buffer, { at, width, littleEndian }: LengthField): bigint {
  const content = Buffer.from(bytes.subarray(at, at + width));
  if (littleEndian) content.reverse();
  return content.length === 0 ? 0n : BigInt(`0x${content.toString('hex')}`);
}

/** Writes the low bytes of a number, as far as the file reaches. */
function writeField(bytes: Buffer, { at, width, littleEndian }: LengthField, value: bigint): void {
  const unsigned = BigInt.asUintN(8 * width, value);
  const content = Buffer.from(unsigned.toString(16).padStart(2 * width, '0'), 'hex');
  if (littleEndian) content.reverse();
  content.copy(bytes, at);
}
