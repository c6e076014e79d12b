// A program of its own: speaks English with Flite. Its argument is the path of flite.wasm.
import { readFile } from 'node:fs/promises';
import type { WordSpan, SynthesisAnswer, SynthesisRequest } from '../synthesis.ts';
import { alignPhones, PAUSE, type Phone } from './align-phones.ts';
import { MemorySystem, ProgramExit, type ProgramMemory } from './memory-files.ts';
import { serveSynthesis } from './serve-synthesis.ts';

/** The fastest voice. Used only for the pronunciation of words. All voices have the same dictionary. */
const DICTIONARY_VOICE = 'kal';
/** The spread of the pitch of an even voice, in hertz. That of the voices themselves is about 25. */
const EVEN_SPREAD = 8;
const WAV_HEADER_BYTES = 44;
/** Number of words whose pronunciation is remembered. */
const MAX_REMEMBERED = 5_000;

interface FliteModule {
  readonly memory: ProgramMemory;
  _start(): void;
}

class Flite {
  private readonly module: WebAssembly.Module;
  private readonly pronunciations = new Map<string, readonly string[]>();

  constructor(module: WebAssembly.Module) {
    this.module = module;
  }

  speak(request: SynthesisRequest): SynthesisAnswer {
    const text = request.words.map(({ spoken }) => spoken).join(' ');
    const features = [
      ['duration_stretch', 1 / request.tempo],
      ['f0_shift', request.pitch],
      ...(request.even ? [['int_f0_target_stddev', EVEN_SPREAD]] : []),
    ].flatMap(([name, value]) => ['--setf', `${name}=${value}`]);
    const files = this.run(['-voice', request.voice, ...features, '-psdur', '-o', '/out.wav', '-t', text]);
    const phones = readPhones(textOf(files, 'stdout'));
    const expected = this.pronounce(request.words.map(({ spoken }) => spoken));
    const wav = Buffer.from(files.get('out.wav') ?? []);
    return {
      sampleRate: wav.readUInt32LE(24),
      sound: wav.subarray(WAV_HEADER_BYTES).toString('base64'),
      spans: alignPhones(expected, phones).map((range) => (range ? spanOf(range, phones) : null)),
    };
  }

  /** Returns the phones of each text when it is spoken alone. */
  private pronounce(texts: readonly string[]): (readonly string[])[] {
    if (this.pronunciations.size > MAX_REMEMBERED) this.pronunciations.clear();
    const unknown = [...new Set(texts)].filter((text) => !this.pronunciations.has(text));
    const lines = this.pronounceLines(unknown);
    if (lines.length === unknown.length)
      for (const [index, text] of unknown.entries()) this.pronunciations.set(text, lines[index] ?? []);
    else
      // A text was spoken as several sentences.
      for (const text of unknown) this.pronunciations.set(text, this.pronounceLines([text]).flat());
    return texts.map((text) => this.pronunciations.get(text) ?? []);
  }

  private pronounceLines(texts: readonly string[]): string[][] {
    if (texts.length === 0) return [];
    const input = new Map([['in.txt', Buffer.from(texts.map((text) => `${text}\n\n`).join(''))]]);
    const files = this.run(['-voice', DICTIONARY_VOICE, '-ps', '-f', '/in.txt', '-o', 'none'], input);
    const lines = textOf(files, 'stdout').trimEnd().split('\n');
    return lines.map((line) => line.split(' ').filter((name) => name !== PAUSE && name !== ''));
  }

  /** Runs the program in a new memory, and returns its files. */
  private run(
    words: readonly string[],
    files: ReadonlyMap<string, Uint8Array> = new Map(),
  ): ReadonlyMap<string, Uint8Array> {
    const system = new MemorySystem(['flite', ...words], files, () => program.memory);
    const instance = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: system.imports });
    // The cast is safe: these are the exports of every WASI program.
    const program = instance.exports as unknown as FliteModule;
    try {
      program._start();
    } catch (error) {
      if (!(error instanceof ProgramExit && error.code === 0)) throw error;
    }
    return system.files;
  }
}

function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  return Buffer.from(files.get(name) ?? []).toString();
}

/** Reads lines such as `pau:0.164 hh:0.233`. */
function readPhones(text: string): Phone[] {
  return Array.from(text.matchAll(/(?<!\S)(\S+):([\d.]+)/g), ([, name = '', to]) => ({
    name,
    to: Number(to),
  }));
}

function spanOf([first, last]: readonly [number, number], phones: readonly Phone[]): WordSpan {
  return [phones[first - 1]?.to ?? 0, phones[last]?.to ?? 0];
}

const flite = new Flite(new WebAssembly.Module(await readFile(process.argv[2] ?? '')));
await serveSynthesis((request) => flite.speak(request));
