import { createHash, webcrypto } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { ignoreMissing } from '../../../base/ignore-missing.ts';
import { tryParseJson } from '../../../base/try-parse-json.ts';

/** A coded picture, or a coded frame of sound. */
export interface CodedPacket {
  /** A picture is H.264 with start codes. */
  readonly data: Buffer;
  /**
   * The position of a picture in its segment, in presentation order from 0. The first sample of a frame of sound,
   * which is below 0 for the samples that a decoder skips.
   */
  readonly at: number;
  /** Number of samples. 1 for a picture. */
  readonly duration: number;
  readonly isKey: boolean;
  /** True if other pictures are predicted from this one. */
  readonly isReference: boolean;
}

/** The facts about a coded stream besides its packets. */
export interface CodedStreamFacts {
  /** The data that a decoder needs before the first packet. For pictures, the parameter sets with start codes. */
  readonly parameters: Buffer;
  /** Warnings that were found while the sound was mixed. */
  readonly warnings?: readonly { readonly field: string; readonly text: string }[];
}

/** A segment of pictures, which is coded alone and begins with a keyframe, or the sound of an output. */
export interface CodedStream extends CodedStreamFacts {
  /** In decoding order. */
  readonly packets: readonly CodedPacket[];
}

/** The first bytes of the file. The number is that of the layout. */
const MAGIC = Buffer.from('kinora coded stream 1\n');
const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;
/** Number of bytes that wait to be written together. */
const BLOCK_BYTES = 2 ** 20;

/** The bytes, time and duration of a packet, and 1 each for a keyframe and a reference. */
type PacketRow = readonly [number, number, number, number, number];

/** The facts, and a row for each packet. */
const Trailer = z.object({
  parameters: z.base64(),
  warnings: z.array(z.object({ field: z.string(), text: z.string() })).optional(),
  // The checksum shows that the rows are as they were written. Ten minutes have 50,000 of them.
  packets: z.custom<readonly PacketRow[]>(Array.isArray),
});

/** Writes a whole coded stream to a file. */
export function writeCodedStream(path: string, { packets, ...facts }: CodedStream): void {
  using writer = new CodedStreamWriter(path);
  for (const packet of packets) writer.add(packet);
  writer.finish(facts);
}

/**
 * Writes a coded stream to a file: the data of its packets, the facts, and a checksum at the end. A file
 * without its end is damaged. Close it with `using`.
 */
export class CodedStreamWriter implements Disposable {
  private readonly file: number;
  private readonly hash = createHash('sha256');
  private readonly packets: PacketRow[] = [];
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  /** @param path the local file to write. An existing file is replaced. */
  constructor(path: string) {
    this.file = openSync(path, 'w');
    this.append(MAGIC);
  }

  /** Adds the next packet. Copies its data. */
  add({ data, at, duration, isKey, isReference }: CodedPacket): void {
    this.packets.push([data.length, at, duration, Number(isKey), Number(isReference)]);
    this.append(Buffer.from(data));
  }

  finish({ parameters, warnings }: CodedStreamFacts): void {
    const facts = { parameters: parameters.toString('base64'), packets: this.packets };
    const trailer = Buffer.from(JSON.stringify({ ...facts, ...(warnings && { warnings }) }));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(trailer.length);
    this.append(trailer);
    this.append(length);
    this.waiting.push(this.hash.digest());
    this.write();
  }

  [Symbol.dispose](): void {
    closeSync(this.file);
  }

  private append(bytes: Buffer): void {
    this.hash.update(bytes);
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= BLOCK_BYTES) this.write();
  }

  private write(): void {
    const bytes = Buffer.concat(this.waiting);
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

/**
 * Reads files of {@link CodedStreamWriter}, one after the other, into the same memory. New memory for each file would
 * keep the garbage collector busy for a quarter of the time that it takes to join a film.
 */
export class CodedStreamReader {
  private memory = Buffer.alloc(0);

  /**
   * Reads a stream. Its packets are valid until the next one is read.
   *
   * @returns undefined if the file is missing, damaged or not complete.
   */
  async read(path: string): Promise<CodedStream | undefined> {
    await using file = await ignoreMissing(open(path));
    return file && (await parseCodedStream(await this.readAll(file)));
  }

  private async readAll(file: FileHandle): Promise<Buffer> {
    const { size } = await file.stat();
    if (this.memory.length < size) this.memory = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(this.memory, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return this.memory.subarray(0, length);
  }
}

async function parseCodedStream(bytes: Buffer): Promise<CodedStream | undefined> {
  const length = bytes.length - CHECKSUM_BYTES - LENGTH_BYTES;
  if (length < MAGIC.length) return undefined;
  const checked = bytes.subarray(0, length + LENGTH_BYTES);
  // In another thread: meanwhile, the stream before is written to the film.
  const checksum = Buffer.from(await webcrypto.subtle.digest('SHA-256', checked));
  if (!checksum.equals(bytes.subarray(checked.length))) return undefined;
  const trailer = checked.toString('utf8', length - checked.readUInt32LE(length), length);
  const facts = Trailer.safeParse(tryParseJson(trailer)).data;
  if (!facts) return undefined;
  let position = MAGIC.length;
  const packets = facts.packets.map(([size, at, duration, isKey, isReference]) => {
    const data = checked.subarray(position, (position += size));
    return { data, at, duration, isKey: isKey === 1, isReference: isReference === 1 };
  });
  const parameters = Buffer.from(facts.parameters, 'base64');
  return { parameters, packets, ...(facts.warnings && { warnings: facts.warnings }) };
}
