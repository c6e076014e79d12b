import { readFileSync } from 'node:fs';
import { AV_LOG_DEBUG, AV_SAMPLE_FMT_FLT, avChannelLayoutDefault, Frame, Log } from 'node-av';
import { check, present } from './check.ts';
import { FilterChain } from './filter-chain.ts';
import { SPEECH_RATE } from './speech-reader.ts';

/** A phrase that was heard; seconds from the start of the sound. */
export interface Segment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const FORM = `sample_rate=${SPEECH_RATE}:sample_fmt=flt:channel_layout=mono:time_base=1/${SPEECH_RATE}`;
const FULL_SCALE = 32_768;

/** FFmpeg's filter `whisper`: speech to text with a model of whisper.cpp, on this machine. Close it with `using`. */
export class Whisper implements Disposable {
  private readonly chain: FilterChain;
  private readonly notes: string;
  private language: string | undefined;
  private heard = 0;

  /**
   * @param model the local file of the model.
   * @param notes the local file that the filter writes; made anew.
   * @param longest seconds of a part that is heard at once, at the most.
   * @throws {MediaError} when the model cannot be read.
   */
  constructor(model: string, notes: string, longest: number) {
    this.notes = notes;
    // The language that was found is only in the log.
    Log.setLevel(AV_LOG_DEBUG);
    Log.setCallback((_, message) => {
      this.language ??= languageIn(message);
    });
    const options = `model=${escaped(model)}:language=auto:queue=${longest}:format=json:destination=${escaped(notes)}`;
    this.chain = new FilterChain('audio', FORM, `whisper=${options}`);
  }

  /** Listens to the next samples, no more than were told. */
  async hear(samples: Int16Array): Promise<void> {
    using frame = frameOf(samples, this.heard);
    this.heard += samples.length;
    this.chain.push(frame);
    await this.drop();
  }

  /** What was heard in all. */
  async finish(): Promise<{ readonly segments: Segment[]; readonly language: string | undefined }> {
    this.chain.push(null);
    await this.drop();
    return { segments: segmentsIn(readFileSync(this.notes, 'utf8')), language: this.language };
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    Log.setCallback(null);
  }

  /** The sound comes out as it went in. */
  private async drop(): Promise<void> {
    for (let frame = await this.chain.pull(); frame; frame = await this.chain.pull()) frame.free();
  }
}

/** The language, such as `en`, that a line of the log says was found; undefined where it says nothing of it. */
export function languageIn(line: string): string | undefined {
  return /auto-detected language: (\w+)/.exec(line)?.[1];
}

/** A line for each phrase. Its text is not escaped as JSON wants it. */
function segmentsIn(notes: string): Segment[] {
  return [...notes.matchAll(/^\{"start":(-?\d+),"end":(-?\d+),"text":"(.*)"\}$/gm)].map(
    ([, from, to, text = '']) => ({ text, from: Number(from) / 1000, to: Number(to) / 1000 }),
  );
}

function frameOf(samples: Int16Array, at: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = samples.length;
  frame.format = AV_SAMPLE_FMT_FLT;
  frame.sampleRate = SPEECH_RATE;
  frame.channelLayout = avChannelLayoutDefault(1);
  check(frame.getBuffer(), 'take memory for sound');
  const floats = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
  present(frame.data?.[0], 'take memory for sound').set(new Uint8Array(floats.buffer));
  frame.pts = BigInt(at);
  return frame;
}

/** A path as the value of an option in FFmpeg's filter syntax, which is read twice. */
function escaped(path: string): string {
  return path.replaceAll(/[\\':]/g, String.raw`\$&`).replaceAll(/[\\'[\],;]/g, String.raw`\$&`);
}
