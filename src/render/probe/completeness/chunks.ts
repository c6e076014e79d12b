import type { FileBytes } from './file-bytes.ts';

/** Bytes of identifier and size at the start of a chunk. */
const HEADER = 8;
/** The forms, which contain all other chunks: their identifier, their size, and their kind. */
const FORMS = new Set(['RIFF', 'RF64', 'BW64', 'FORM']);
/** The chunk with the samples of a WAV file. */
const SAMPLES = 'data';
/** Some programs count the header of a form in its size, and some count no padding. */
const TOLERANCE = HEADER + 1;

/** True if a size is a placeholder of a program that could not go back and write the size. */
function isUnknown(size: number): boolean {
  return size === 0 || size === 0xffff_ffff || (size >= 0x7fff_f000 && size <= 0x7fff_ffff);
}

/** True if all chunks of a RIFF file (WAV, AVI, WebP) or an AIFF file end within the file. */
export function hasAllChunks(bytes: FileBytes): boolean {
  const isBigEndian = bytes.read(0, 4).toString('latin1') === 'FORM';
  let wide: number | undefined;
  for (let at = 0; at + HEADER <= bytes.size;) {
    const header = bytes.read(at, HEADER);
    const name = header.toString('latin1', 0, 4);
    if (!/^[\x20-\x7e]{4}$/.test(name)) return true;
    const size = isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4);
    if (name === 'ds64') wide = Number(bytes.read(at + 16, 8).readBigUInt64LE());
    const end = at + HEADER + (name === SAMPLES && size === 0xffff_ffff && wide !== undefined ? wide : size);
    const isPlaceholder = isUnknown(end - at - HEADER);
    if (end > bytes.size + (FORMS.has(name) ? TOLERANCE : 1) && !isPlaceholder) return false;
    if (name === SAMPLES && (isPlaceholder || !FORMS.has(name))) return true;
    at = FORMS.has(name) ? at + HEADER + 4 : end + (end % 2);
  }
  return true;
}
