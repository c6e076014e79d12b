import chardet from 'chardet';

/** The encoding declaration of an XML file, in ASCII. */
const XML_ENCODING = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i;
/** The Windows encoding for Western Europe. Apart from Unicode, this encoding is the most common. */
const FALLBACK_ENCODING = 'windows-1252';

/** The text of a file. */
export interface DecodedText {
  readonly text: string;
  /** The encoding that its bytes suggest. Absent if the file or the edit says it, or if the file is in Unicode. */
  readonly guess?: string;
  /** A sentence about its encoding, for the author of an edit. */
  readonly note?: string;
}

/**
 * Decodes a file in Unicode with a byte order mark, in the given encoding, in UTF-16 or UTF-32, in the encoding
 * that an XML file declares, or in UTF-8. Any other file is decoded in the encoding that its bytes suggest.
 *
 * @param bytes Bytes from the start of the file.
 * @param given Label of the encoding that the edit says.
 * @param isWhole True if `bytes` are all bytes of the file. Otherwise, the last character may be incomplete.
 */
export function decodeFile(bytes: Uint8Array, given?: string, isWhole = true): DecodedText {
  const unicode = ENCODING_MARKS.find(({ begins }) =>
    begins.every((byte, at) => matchesByte(byte, bytes[at])),
  );
  if (given !== undefined && unicode?.isMark !== true)
    return decodeAs(given, bytes, `its "encoding", ${given}`);
  if (unicode?.encoding === 'utf-32le' || unicode?.encoding === 'utf-32be')
    return { text: decodeUtf32(bytes, unicode.encoding === 'utf-32le') };
  const encoding = unicode?.encoding ?? declaredEncoding(bytes);
  if (encoding !== undefined) return decodeAs(encoding, bytes, `its encoding, ${encoding}`);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole }) };
  } catch {
    const guess = isDamagedUtf8(bytes) ? 'utf-8' : guessEncoding(bytes);
    if (guess === 'utf-8') return decodeAs(guess, bytes, `its encoding, ${guess}`);
    const note = `The file does not say its encoding. It was read as ${guess}. If letters are wrong, set "encoding", or save it as UTF-8.`;
    return { text: new TextDecoder(guess).decode(bytes), guess, note };
  }
}

/** Decodes a file. A note says if it has damaged bytes. @param named The encoding, as the note names it. */
function decodeAs(encoding: string, bytes: Uint8Array, named: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  if (!text.includes('\uFFFD')) return { text };
  return { text, note: `The file has bytes that mean nothing in ${named}. They are shown as \uFFFD.` };
}

/** The fewest characters outside of ASCII for each fault in a file in UTF-8. Files in other encodings have far fewer. */
const LEAST_LETTERS_PER_FAULT = 10;

/** True if most characters outside of ASCII are right in UTF-8, or all but one that the end of the file cuts off. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const letters = text.replaceAll(/[\p{ASCII}\uFFFD]+/gu, '').length;
  const faults = text.split('\uFFFD').length - 1;
  const isCutOff = letters > 0 && text.indexOf('\uFFFD') === text.length - 1;
  return isCutOff || letters >= LEAST_LETTERS_PER_FAULT * faults;
}

/** The confidence in percent that the detector has in some encodings without any evidence. In the others, it has none. */
const BASE_CONFIDENCE: Readonly<Record<string, number>> = {
  Shift_JIS: 10,
  Big5: 10,
  GB18030: 10,
  'EUC-JP': 10,
  'EUC-KR': 10,
};
/**
 * The Windows encodings that have the letters of an ISO encoding. A text is in the ISO encoding if it has one of its
 * `marks`: bytes that are common there. In the Windows encoding, they are rare symbols or mean nothing, but for one.
 */
const WINDOWS_ENCODINGS: Readonly<Record<string, { readonly name: string; readonly marks: RegExp }>> = {
  // The last byte is ž. In the Windows encoding, it is ľ, a letter of Slovak alone.
  'ISO-8859-2': { name: 'windows-1250', marks: /[\u00a1\u00a6\u00ac\u00b1\u00b5\u00b6\u00be]/ },
  'ISO-8859-7': { name: 'windows-1253', marks: /\u00b6/ },
  'ISO-8859-8': { name: 'windows-1255', marks: /\u00df/ },
};
/** The byte of š in ISO-8859-2. In windows-1250, it is ą, which only Polish has. */
const CARON_S = 0xb9;

/** Number of bytes outside of ASCII without which the detector takes too many texts for Baltic ones. */
const LEAST_BALTIC_BYTES = 3;

function guessEncoding(bytes: Uint8Array): string {
  const mayBeBaltic = bytes.filter((byte) => byte > 0x7f).length >= LEAST_BALTIC_BYTES;
  const best = chardet
    .analyse(bytes)
    .filter(({ name }) => mayBeBaltic || name !== 'windows-1257')
    .find(({ name, confidence }) => confidence > (BASE_CONFIDENCE[name] ?? 0));
  if (!best) return FALLBACK_ENCODING;
  const windows = WINDOWS_ENCODINGS[best.name];
  const isIso =
    windows?.marks.test(new TextDecoder(FALLBACK_ENCODING).decode(bytes)) === true ||
    (best.name === 'ISO-8859-2' && best.lang !== 'pl' && bytes.includes(CARON_S));
  try {
    return new TextDecoder(windows && !isIso ? windows.name : best.name).encoding;
  } catch {
    // The platform does not know all encodings of the detector.
    return FALLBACK_ENCODING;
  }
}

/** A placeholder for any ASCII character. Every such file begins with two ASCII characters. */
const ASCII = 'letter';
const ENCODING_MARKS: readonly {
  readonly encoding: string;
  readonly begins: readonly (number | typeof ASCII)[];
  /** True for a byte order mark. */
  readonly isMark?: true;
}[] = [
  { encoding: 'utf-8', begins: [0xef, 0xbb, 0xbf], isMark: true },
  { encoding: 'utf-32le', begins: [0xff, 0xfe, 0, 0], isMark: true },
  { encoding: 'utf-32be', begins: [0, 0, 0xfe, 0xff], isMark: true },
  { encoding: 'utf-32le', begins: [ASCII, 0, 0, 0] },
  { encoding: 'utf-32be', begins: [0, 0, 0, ASCII] },
  { encoding: 'utf-16le', begins: [0xff, 0xfe], isMark: true },
  { encoding: 'utf-16be', begins: [0xfe, 0xff], isMark: true },
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
