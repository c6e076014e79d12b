import { type FileHandle, open } from 'node:fs/promises';

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

/** Finds the parts of a fragmented MP4 by its outermost boxes, also while the file is still being written. */
export class FragmentReader {
  private readonly path: string;
  private readonly fragments: ByteSpan[] = [];
  /** Bytes before the first fragment. */
  private start = 0;
  /** The offset of the first box that was not complete. */
  private at = 0;
  /** The offset of a fragment whose media is not complete. */
  private open: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Reads what was written since the last time. The header is complete if there is a fragment.
   *
   * @returns the complete parts of the file.
   * @throws {Error} if the file does not have this form.
   */
  async read(): Promise<FragmentedFile> {
    await using file = await open(this.path);
    const { size } = await file.stat();
    for (let box = await readBox(file, this.at); box && this.at + box.bytes <= size;) {
      this.add(box);
      box = await readBox(file, this.at);
    }
    return { header: { offset: 0, bytes: this.start }, fragments: this.fragments };
  }

  private add({ type, bytes }: { readonly type: string; readonly bytes: number }): void {
    if (type === 'moof') this.open = this.at;
    this.at += bytes;
    if (this.open === undefined) this.start = this.at;
    else if (type === 'mdat') this.fragments.push({ offset: this.open, bytes: this.at - this.open });
  }
}

/** Reads the type and the size of a box. Undefined at the end of the file. */
async function readBox(
  file: FileHandle,
  at: number,
): Promise<{ readonly type: string; readonly bytes: number } | undefined> {
  const header = Buffer.alloc(BOX_HEADER);
  const { bytesRead } = await file.read(header, 0, BOX_HEADER, at);
  if (bytesRead < BOX_HEADER / 2) return undefined;
  const size = header.readUInt32BE(0);
  const bytes = size === 1 && bytesRead === BOX_HEADER ? Number(header.readBigUInt64BE(8)) : size;
  if (bytes < BOX_HEADER / 2) throw new Error(`A box of ${bytes} bytes is at ${at}.`);
  return { type: header.toString('latin1', 4, 8), bytes };
}

/** A file that can be read at any place. One read may return fewer bytes than asked for. */
interface ReadableFile {
  read(buffer: Buffer, at: number, bytes: number, offset: number): Promise<{ readonly bytesRead: number }>;
}

/**
 * Reads a part of a file.
 *
 * @throws {Error} if the file ends before the part does.
 */
export async function readSpan(file: ReadableFile, { offset, bytes }: ByteSpan): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  for (let length = 0; length < bytes;) {
    const { bytesRead } = await file.read(content, length, bytes - length, offset + length);
    if (bytesRead === 0) throw new Error(`The file ends at ${offset + length}, not at ${offset + bytes}.`);
    length += bytesRead;
  }
  return content;
}
