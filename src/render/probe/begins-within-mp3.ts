/** Bit rates of MPEG layer III in kbit/s by their number in a frame header: MPEG-1, then MPEG-2. */
const MP3_BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const MP3_SAMPLE_RATES = [44_100, 48_000, 32_000] as const;
/** Frames in a row that identify an MP3. Fewer are a coincidence now and then. */
const MP3_FRAMES = 4;
/** Bytes at the start of a cut MP3 in which its first whole frame begins. The longest frame is shorter. */
const MP3_CUT = 2048;

/** True if an MP3 begins here that was cut in the middle of a frame, as recordings of streams are. */
export function beginsWithinMp3(bytes: Buffer): boolean {
  for (let from = 0; from < Math.min(MP3_CUT, bytes.length - 4); from++) {
    let at = from;
    for (let frame = 0; frame < MP3_FRAMES; frame++) at += mpegFrameLength(bytes, at) || Infinity;
    if (at <= bytes.length) return true;
  }
  return false;
}

/** Returns the length in bytes of the frame of MPEG layer III at a place; 0 if there is none. */
function mpegFrameLength(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return 0;
  const [kind, rates] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  const version = (kind >> 3) & 3;
  if (kind >> 5 !== 7 || version === 1 || ((kind >> 1) & 3) !== 1) return 0;
  return lengthOf(version, rates);
}

/**
 * Returns the length in bytes of a frame; 0 if its rates are invalid.
 *
 * @param version the number of the MPEG version: 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5.
 * @param rates the byte with both rates and the padding.
 */
function lengthOf(version: number, rates: number): number {
  const isFirst = version === 3;
  const bitRate = MP3_BIT_RATES[isFirst ? 0 : 1][rates >> 4] ?? 0;
  const sampleRate = (MP3_SAMPLE_RATES[(rates >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  if (bitRate === 0 || sampleRate === 0) return 0;
  return Math.floor(((isFirst ? 144 : 72) * bitRate * 1000) / sampleRate) + ((rates >> 1) & 1);
}
