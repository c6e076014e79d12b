import type { FileBytes } from './file-bytes.ts';

/** The identifier of the element that contains everything except for the header of the file. */
const SEGMENT = 0x18538067;
/** Maximum length in bytes of the identifier and the size of an element. */
const MAX_HEADER = 12;

/** An element of a Matroska or WebM file. */
interface Element {
  readonly id: number;
  /** Offset of its content. */
  readonly from: number;
  /** Offset of its end, which may be behind the end of the file. Undefined if the size is unknown. */
  readonly end: number | undefined;
}

/**
 * True if all elements of a Matroska or WebM file that declare their sizes end within the file. A live
 * recording does not declare sizes.
 */
export function hasAllElements(bytes: FileBytes): boolean {
  for (let at = 0; at < bytes.size;) {
    const element = readElement(bytes, at);
    // A cluster of unknown size ends where the next one begins, so the rest cannot be checked.
    if (!element || (element.end === undefined && element.id !== SEGMENT)) return true;
    if (element.end !== undefined && element.end > bytes.size) return false;
    // All elements that follow are inside a segment of unknown size.
    at = element.end ?? element.from;
  }
  return true;
}

function readElement(bytes: FileBytes, at: number): Element | undefined {
  const header = bytes.read(at, MAX_HEADER);
  const idLength = lengthOf(header, 0);
  const sizeLength = lengthOf(header, idLength);
  if (idLength === 0 || idLength > 4 || sizeLength === 0) return undefined;
  const from = at + idLength + sizeLength;
  const stored = BigInt(`0x${header.toString('hex', idLength, idLength + sizeLength)}`);
  // The first bit that is set marks the length of the number. All other bits are set if the size is unknown.
  const mark = 1n << BigInt(7 * sizeLength);
  const size = stored - mark;
  const end = size === mark - 1n ? undefined : from + Number(size);
  return { id: header.readUIntBE(0, idLength), from, end };
}

/** Returns the length in bytes of a number: the position of the first bit that is set. 0 if there is none. */
function lengthOf(header: Buffer, at: number): number {
  const length = Math.clz32(header[at] ?? 0) - 23;
  return length > 8 || at + length > header.length ? 0 : length;
}
