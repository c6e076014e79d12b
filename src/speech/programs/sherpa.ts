// A program of its own: speaks with a Piper or Kokoro model by sherpa-onnx. Its arguments are the path of the
// package, the kind of the model, its folder, and the names of its files.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SynthesisAnswer, SynthesisRequest } from '../synthesis.ts';
import { serveSynthesis } from './serve-synthesis.ts';

interface Speech {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

interface SherpaModule {
  readonly OfflineTts: new (settings: object) => {
    generate(request: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      /** False: the samples are copied, because Node.js rejects memory of a library. */
      readonly enableExternalBuffer: boolean;
    }): Speech;
  };
}

const [location = '', kind = '', folder = '', ...files] = process.argv.slice(2);
const pathOf = (name: string): string => (files.includes(name) ? join(folder, name) : '');
const common = {
  model: join(folder, files.find((name) => name.endsWith('.onnx')) ?? ''),
  tokens: join(folder, 'tokens.txt'),
  dataDir: join(folder, 'espeak-ng-data'),
};
const lexicon = files
  .filter((name) => /^lexicon.*\.txt$/.test(name))
  .map(pathOf)
  .join(',');
const model =
  kind === 'kokoro'
    ? { kokoro: { ...common, voices: pathOf('voices.bin'), lexicon } }
    : { vits: { ...common, lexicon } };

// The cast is safe: the package has no types, and its version is pinned.
const { OfflineTts } = createRequire(location)(location) as SherpaModule;
const speaker = new OfflineTts({ model: { ...model, numThreads: 2, provider: 'cpu' }, maxNumSentences: 1 });

/** Speaks a text. The model does not report the starts of its words. */
function speak({ words, speaker: sid, tempo }: SynthesisRequest): SynthesisAnswer {
  const text = words.map(({ spoken, joined }, at) => (joined || at === 0 ? spoken : ` ${spoken}`)).join('');
  const { samples, sampleRate } = speaker.generate({ text, sid, speed: tempo, enableExternalBuffer: false });
  const sound = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32767);
  return { sampleRate, sound: Buffer.from(sound.buffer).toString('base64'), spans: words.map(() => null) };
}

await serveSynthesis(speak);
