import { asKinoraError, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Warning } from '../../edit/edit.ts';
import type { HeardWord, Transcript } from './transcript.ts';
import type { Transcripts } from './transcripts.ts';
import type { Voice, VoiceSound } from './voices.ts';

/** What listening to the voices of an edit needs. */
export interface ListenOptions {
  /** Absent where nothing is set that could make words of sounds. */
  readonly transcripts: Transcripts | undefined;
  readonly signal: AbortSignal;
  /** Is told what takes long, in a few words. */
  readonly onProgress: (doing: string) => void;
  readonly log: Logger;
}

/** What was heard. */
export interface Heard {
  /** What is said, in source seconds, by the `src` of the captions. */
  readonly transcripts: Readonly<Record<string, Transcript>>;
  /** What of it is hardly meant. */
  readonly warnings: readonly Warning[];
}

/** Sounds of one edit that are listened to at the same time, at the most. */
const AT_ONCE = 2;

/**
 * Makes words of the voices of an edit. The first failure ends the others.
 *
 * @throws {KinoraError} `transcriber_missing`, and as `Transcripts.of`, with the field of the captions in front.
 */
export async function listenTo(voices: readonly Voice[], options: ListenOptions): Promise<Heard> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const waiting = voices.flatMap((voice) => voice.sounds.map((sound) => ({ voice, sound })));
  const all = waiting.length;
  const heard = new Map<VoiceSound, Transcript>();
  // The lanes share it.
  const next = waiting.values();
  const lane = async (): Promise<void> => {
    for (const { voice, sound } of next) {
      options.onProgress(all > 1 ? `Listening to the voices, part ${heard.size + 1} of ${all}` : LISTENING);
      heard.set(sound, await heardIn(voice, sound, { ...options, signal }));
    }
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      lane().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  const reasons = lanes.flatMap((each) => (each.status === 'rejected' ? [asKinoraError(each.reason)] : []));
  // Those that were ended by a failure say "cancelled"; the failure itself is what matters.
  const reason = reasons.find(({ code }) => code !== 'cancelled') ?? reasons[0];
  if (reason) throw reason;
  return together(voices, heard);
}

const LISTENING = 'Listening to the voice';

async function heardIn(
  { field }: Voice,
  sound: VoiceSound,
  { transcripts, signal, onProgress, log }: ListenOptions,
): Promise<Transcript> {
  if (!transcripts) throw new KinoraError('transcriber_missing', `${field}: ${MISSING}`);
  try {
    const transcript = await transcripts.of(sound, { signal, onProgress });
    const { language } = transcript;
    log.info({ field, language, words: transcript.words.length }, 'A voice was listened to.');
    return transcript;
  } catch (error) {
    if (!(error instanceof KinoraError) || error.code === 'cancelled') throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}

const MISSING =
  'nothing is set that could make words of a sound; who runs this Kinora may set KINORA_TRANSCRIBE_URL, the address of a ' +
  'service that speaks the transcription protocol of OpenAI, or KINORA_WHISPER_MODEL, a model of whisper.cpp.';

/** The words of each voice in source seconds. */
function together(voices: readonly Voice[], heard: ReadonlyMap<VoiceSound, Transcript>): Heard {
  const transcripts: Record<string, Transcript> = {};
  const warnings: Warning[] = [];
  for (const { src, field, sounds } of voices) {
    const words = sounds.flatMap((sound) => inSource(heard.get(sound)?.words ?? [], sound));
    transcripts[src] = { words };
    if (words.length === 0)
      warnings.push({ field, text: `${field}: no words were heard, so there are no captions.` });
  }
  return { transcripts, warnings };
}

function inSource(words: readonly HeardWord[], { from }: VoiceSound): HeardWord[] {
  return words.map((word) => ({ ...word, from: later(word.from, from), to: later(word.to, from) }));
}

/** To the microsecond: sums of binary floats have long decimals, which are taken exactly later. */
function later(time: number, by: number): number {
  return Math.round((time + by) * 1e6) / 1e6;
}
