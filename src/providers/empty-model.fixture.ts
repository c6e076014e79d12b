import { writeFile } from 'node:fs/promises';

const MAGIC = 0x67676d6c;
/** Vocabulary size of the multilingual models. */
const VOCABULARY = 51_865;
const MELS = 80;
const SPECTRUM = 201;

/**
 * Writes a Whisper model for whisper.cpp with a vocabulary but without weights. whisper.cpp can load and run
 * the model, but the model recognises nothing.
 */
export async function writeEmptyModel(path: string): Promise<void> {
  const [audioContext, textContext, state, heads, layers] = [1500, 448, 384, 6, 4];
  const sizes = [VOCABULARY, audioContext, state, heads, layers, textContext, state, heads, layers, MELS, 1];
  const words = Array.from({ length: 50_257 }, (_, index) => ` ${index.toString(36)}`);
  await writeFile(
    path,
    Buffer.concat([
      numbers(MAGIC, ...sizes, MELS, SPECTRUM),
      Buffer.from(new Float32Array(MELS * SPECTRUM).fill(0.01).buffer),
      numbers(words.length),
      ...words.flatMap((word) => [numbers(Buffer.byteLength(word)), Buffer.from(word)]),
    ]),
  );
}

function numbers(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}
