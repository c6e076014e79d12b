import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import type { GeneratedFile, SpeechOptions } from '../create/model.ts';
import { MAX_SPEECH_CHARACTERS, truncateText } from '../edit/model.ts';
import { type ChosenVoice, chooseVoice, type SynthesiserName } from './choose-voice.ts';
import { levelSound, SPEECH_LOUDNESS } from './level-sound.ts';
import type { Speaker, SpeechContext } from './speaker.ts';
import { readSpeechText, type SpeechText } from './speech-text.ts';
import { splitPieces } from './split-pieces.ts';
import { SpokenSound } from './spoken-sound.ts';
import { type SynthesisLimits, SynthesisProcess } from './synthesis-process.ts';
import type { SpokenForm } from './synthesis.ts';
import { programOf, versionOf } from './synthesisers.ts';
import { openVoiceModel, type VoiceModel } from './voice-model.ts';
import { timeSpeech } from './word-times.ts';

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Writes a WAV file with one channel of 16 bits. @param samples from -1 to 1. */
async function writeWav(path: string, samples: Float32Array, sampleRate: number): Promise<void> {
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

/** The configuration of {@link openSpeaker}. */
export interface SpeakerConfig {
  /** The folder of a voice model. Undefined for the included voices. */
  readonly voiceModel?: string | undefined;
  readonly limits?: SynthesisLimits | undefined;
}

/** Raise it if equal options sound different in a new version of this code. Kept speeches are then made again. */
const EDITION = 1;
/** A longer run of characters without a space is no word. Speaking it could take minutes. */
const MAX_WORD_CHARACTERS = 1_000;
/** The characters between words. Scripts without letter cases have no spaces between them. */
const WORD_END = /[\s\p{Lo}]+/u;
/** Number of unreadable parts that a warning names, and the characters of each. */
const MAX_NAMED = 3;
const MAX_NAMED_LENGTH = 20;

/**
 * Opens the speaker. It starts no process until something is to be spoken.
 *
 * @throws {KinoraError} `invalid_setting` if the folder holds no voice model.
 */
export async function openSpeaker({ voiceModel, limits }: SpeakerConfig): Promise<Speaker> {
  const model = voiceModel === undefined ? undefined : await openVoiceModel(voiceModel);
  return new LocalSpeaker(model, limits);
}

class LocalSpeaker implements Speaker {
  private readonly model: VoiceModel | undefined;
  private readonly limits: SynthesisLimits | undefined;
  private readonly processes = new Map<SynthesiserName, SynthesisProcess>();

  constructor(model: VoiceModel | undefined, limits: SynthesisLimits | undefined) {
    this.model = model;
    this.limits = limits;
  }

  async identify(options: SpeechOptions): Promise<string> {
    const { synthesiser, request, size } = chooseVoice(options, this.model);
    const version = await versionOf(synthesiser);
    const identity = synthesiser === 'model' ? this.model?.identity : undefined;
    return JSON.stringify({ edition: EDITION, version, request, size, loudness: SPEECH_LOUDNESS, identity });
  }

  async speak(options: SpeechOptions, context: SpeechContext): Promise<GeneratedFile> {
    const chosen = chooseVoice(options, this.model);
    checkLengths(options.text);
    const text = readSpeechText(options.text, chosen.reading);
    if (text.words.every(({ spoken }) => spoken === ''))
      throw new KinoraError(
        'validation_failed',
        `The text has nothing that the voice ${options.voice} can read${nameParts(text.unreadable)}. Change the text, or choose a voice of its language.`,
      );
    const sound = await this.synthesise(text, chosen, context.signal);
    const samples = await levelSound(sound.finish(), sound.sampleRate);
    const path = join(context.folder, 'speech.wav');
    await writeWav(path, samples, sound.sampleRate);
    return {
      path,
      extension: '.wav',
      words: timeSpeech(text.words, sound.times, samples.length / sound.sampleRate),
      warnings: describeUnreadable(text.unreadable, options.voice),
    };
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.processes.values(), (process) => process.close()));
  }

  private async synthesise(
    { words }: SpeechText,
    { synthesiser, request, size }: ChosenVoice,
    signal: AbortSignal,
  ): Promise<SpokenSound> {
    const process = this.processOf(synthesiser);
    const sound = new SpokenSound(words.length, size);
    for (const piece of splitPieces(words)) {
      const forms = piece.words.flatMap((index) => words[index] ?? []);
      const answer = await process.speak({ ...request, words: forms.map(toSpokenForm) }, signal);
      sound.add(piece, words, answer);
    }
    if (sound.sampleRate > 0) return sound;
    throw new KinoraError('speech_failed', 'The voice has made no sound of this text. Change the text.');
  }

  private processOf(name: SynthesiserName): SynthesisProcess {
    const known = this.processes.get(name);
    if (known) return known;
    const process = new SynthesisProcess(programOf(name, this.model), this.limits);
    this.processes.set(name, process);
    return process;
  }
}

function toSpokenForm({ spoken, joined }: SpokenForm): SpokenForm {
  return { spoken, joined };
}

function checkLengths(text: string): void {
  const { length } = Array.from(text);
  if (length > MAX_SPEECH_CHARACTERS)
    throw new KinoraError(
      'validation_failed',
      `The text has ${length} characters. At most ${MAX_SPEECH_CHARACTERS} can be spoken. Divide it.`,
    );
  if (text.split(WORD_END).some((word) => Array.from(word).length > MAX_WORD_CHARACTERS))
    throw new KinoraError(
      'validation_failed',
      `The text has a word of more than ${MAX_WORD_CHARACTERS} characters. Shorten it, or insert spaces.`,
    );
}

function describeUnreadable(parts: readonly string[], voice: string): string[] {
  if (parts.length === 0) return [];
  return [`The voice ${voice} cannot read parts of the text, which stay silent${nameParts(parts)}.`];
}

/** Returns `: "東京", "世界" and 3 more`. Returns an empty text if there are no parts. */
function nameParts(parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const names = parts.slice(0, MAX_NAMED).map((part) => JSON.stringify(truncateText(part, MAX_NAMED_LENGTH)));
  const rest = parts.length - names.length;
  return `: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
