import { SPEECH_RATE } from '../av/sound/speech-reader.ts';

const HEADER = 44;
const BYTES = 2;

/** Encodes samples at 16 kHz as a WAV file, the format that every recogniser reads. */
export function encodeWav(samples: Int16Array): Buffer {
  const bytes = samples.length * BYTES;
  const header = Buffer.alloc(HEADER);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  // PCM, one channel.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SPEECH_RATE, 24);
  header.writeUInt32LE(SPEECH_RATE * BYTES, 28);
  header.writeUInt16LE(BYTES, 32);
  header.writeUInt16LE(8 * BYTES, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}

/** Returns the samples of a WAV file made by {@link encodeWav}. */
export function decodeWav(wav: Buffer): Int16Array {
  const bytes = wav.subarray(HEADER);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
