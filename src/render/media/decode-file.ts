import chardet from 'chardet';

/** The encoding declaration of an XML file, in ASCII. */
const XML_ENCODING = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i;
/** The Windows encoding for Western Europe. Apart from Unicode, this encoding is the most common. */
const FALLBACK_ENCODING = 'windows-1252';

/** The text of a file. */
interface DecodedText {
  readonly text: string;
  /** The encoding that was guessed. Absent if the file says it or is in Unicode. */
  readonly guess?: string;
}

/**
 * Decodes a file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark, or in the encoding that an
 * XML file declares. Any other file is decoded in the encoding that its bytes suggest.
 *
 * @param bytes Bytes from the start of the file.
 * @param isWhole True if `bytes` are all bytes of the file. Otherwise, the last character may be incomplete.
 */
export function decodeFile(bytes: Uint8Array, isWhole = true): DecodedText {
  const unicode = ENCODING_MARKS.find(({ begins }) =>
    begins.every((byte, at) => matchesByte(byte, bytes[at])),
  )?.encoding;
  if (unicode === 'utf-32le' || unicode === 'utf-32be')
    return { text: decodeUtf32(bytes, unicode === 'utf-32le') };
  const encoding = unicode ?? declaredEncoding(bytes);
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole }) };
  } catch {
    const guess = guessEncoding(bytes);
    return { text: new TextDecoder(guess).decode(bytes), guess };
  }
}

/** Encodings to accept from the detector: those of non-Latin scripts. A few bytes do not tell Latin encodings apart. */
const DISTINCT = /^(windows-125[1356]|ISO-8859-[5-8]|KOI8-R|Shift_JIS|Big5|GB18030|EUC-JP|EUC-KR)$/;
/** Minimum confidence in percent. */
const LEAST_CONFIDENCE = 30;

/** Says which encoding of a file was guessed. */
export function describeGuess(encoding: string): string {
  return `The file does not say its encoding. It was read as ${encoding}. If letters are wrong, save it as UTF-8.`;
}

function guessEncoding(bytes: Uint8Array): string {
  const [best] = chardet.analyse(bytes);
  const isKnown = best && best.confidence >= LEAST_CONFIDENCE && DISTINCT.test(best.name);
  return isKnown ? new TextDecoder(best.name).encoding : FALLBACK_ENCODING;
}

/** A placeholder for any ASCII character. Every such file begins with two ASCII characters. */
const ASCII = 'letter';
const ENCODING_MARKS: readonly {
  readonly encoding: string;
  readonly begins: readonly (number | typeof ASCII)[];
}[] = [
  { encoding: 'utf-8', begins: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-32le', begins: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', begins: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-32le', begins: [ASCII, 0, 0, 0] },
  { encoding: 'utf-32be', begins: [0, 0, 0, ASCII] },
  { encoding: 'utf-16le', begins: [0xff, 0xfe] },
  { encoding: 'utf-16be', begins: [0xfe, 0xff] },
  { encoding: 'utf-16le', begins: [ASCII, 0, ASCII, 0] },
  { encoding: 'utf-16be', begins: [0, ASCII, 0, ASCII] },
];

function matchesByte(expected: number | typeof ASCII, byte = 0): boolean {
  return expected === ASCII ? byte > 0 && byte < 0x80 : byte === expected;
}

/** Decodes UTF-32, for which the platform has no decoder. */
function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, littleEndian);
    text += point > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(point);
  }
  return text;
}

/** Returns the encoding that an XML file declares, if the platform knows that encoding. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const [, label = ''] =
    XML_ENCODING.exec(new TextDecoder(FALLBACK_ENCODING).decode(bytes.subarray(0, 200))) ?? [];
  // The declaration is readable as ASCII, so a label of UTF-16 or UTF-32 must be wrong. UTF-8 is the default.
  if (label === '' || /^utf-?(8|16|32)/i.test(label)) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
