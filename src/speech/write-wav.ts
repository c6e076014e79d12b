import { writeFile } from 'node:fs/promises';

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Writes a WAV file with one channel of 16 bits. @param samples from -1 to 1. */
export async function writeWav(path: string, samples: Float32Array, sampleRate: number): Promise<void> {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length * SAMPLE_BYTES);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * SAMPLE_BYTES, 28);
  bytes.writeUInt16LE(SAMPLE_BYTES, 32);
  bytes.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples.length * SAMPLE_BYTES, 40);
  for (let index = 0; index < samples.length; index += 1) {
    const sample = Math.max(-1, Math.min(1, samples[index] ?? 0));
    bytes.writeInt16LE(Math.round(sample * 32767), HEADER_BYTES + index * SAMPLE_BYTES);
  }
  await writeFile(path, bytes);
}
