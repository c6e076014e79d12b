import { open } from 'node:fs/promises';

/** A part of a file, in bytes. */
export interface ByteSpan {
  readonly offset: number;
  readonly bytes: number;
}

/** The parts of a fragmented MP4. */
export interface FragmentedFile {
  /** The description of the track, at the beginning of the file. */
  readonly header: ByteSpan;
  /** The fragments in order. Each can be decoded after the header alone. */
  readonly fragments: readonly ByteSpan[];
}

/** Bytes of the header of a box: its size, its type, and its size again if that is large. */
const BOX_HEADER = 16;

/**
 * Finds the parts of a fragmented MP4 by its outermost boxes.
 *
 * @throws {Error} if the file does not have this form.
 */
export async function readFragments(path: string): Promise<FragmentedFile> {
  await using file = await open(path);
  const { size: total } = await file.stat();
  const header = Buffer.alloc(BOX_HEADER);
  const fragments: { offset: number; bytes: number }[] = [];
  let start = 0;
  for (let at = 0, bytes = 0; at < total; at += bytes) {
    const { bytesRead } = await file.read(header, 0, BOX_HEADER, at);
    const type = header.toString('latin1', 4, 8);
    bytes = header.readUInt32BE(0);
    if (bytes === 1 && bytesRead === BOX_HEADER) bytes = Number(header.readBigUInt64BE(8));
    if (bytes < 8) throw new Error(`A box of ${bytes} bytes is at ${at}.`);
    const fragment = fragments.at(-1);
    if (type === 'moof') fragments.push({ offset: at, bytes });
    else if (fragment) fragment.bytes += bytes;
    else start = at + bytes;
  }
  return { header: { offset: 0, bytes: start }, fragments };
}
