/** Zero bytes in a hundred from which on a text without a mark is one of two bytes for each letter. */
const MANY_ZEROS = 10;
/** Bytes that tell the encoding. */
const HEAD = 4096;
/** What an XML file says of its encoding, in ASCII. */
const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i;
/** Western Europe, as Windows has it: what is not Unicode mostly is. */
const OLD = 'windows-1252';

/**
 * The text of a file in whatever encoding: UTF-8 or UTF-16, with a byte order mark or without, or what an XML file says; what is
 * none of these is Windows-1252.
 *
 * @param bytes from the start of the file.
 * @param isWhole whether they are all of it; else a letter may be cut in two at their end.
 */
export function subtitleText(bytes: Uint8Array, isWhole = true): string {
  const encoding = unicodeOf(bytes) ?? declaredIn(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    // It is no UTF-8.
    return new TextDecoder(OLD).decode(bytes);
  }
}

/** Byte order marks. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The form of Unicode that a byte order mark or the zero bytes of western letters tell. */
function unicodeOf(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked[0];
  const head = bytes.subarray(0, HEAD);
  const zeros = [...head.keys()].filter((index) => head[index] === 0);
  if (zeros.length === 0 || 100 * zeros.length < MANY_ZEROS * head.length) return undefined;
  const odd = zeros.filter((index) => index % 2 === 1).length;
  return 2 * odd >= zeros.length ? 'utf-16le' : 'utf-16be';
}

/** The encoding that an XML file declares, where it is one that is known. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const [, label = ''] = DECLARED.exec(new TextDecoder(OLD).decode(bytes.subarray(0, 200))) ?? [];
  // A file of two bytes for each letter could not be read so far.
  if (label === '' || /^utf-?(8|16)/i.test(label)) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
