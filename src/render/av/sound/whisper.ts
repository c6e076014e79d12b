import { readFileSync } from 'node:fs';
import { AV_LOG_DEBUG, AV_SAMPLE_FMT_FLT, avChannelLayoutDefault, Frame, Log } from 'node-av';
import { check, requireValue } from '../check.ts';
import { FilterChain } from '../filter-chain.ts';
import { SPEECH_RATE } from './speech-reader.ts';

/** A phrase that was heard; seconds from the start of the sound. */
export interface SpeechSegment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const INPUT_FORMAT = `sample_rate=${SPEECH_RATE}:sample_fmt=flt:channel_layout=mono:time_base=1/${SPEECH_RATE}`;
const FULL_SCALE = 32_768;

/** FFmpeg's filter `whisper`: speech to text with a model of whisper.cpp, on this machine. Close it with `using`. */
export class Whisper implements Disposable {
  private readonly chain: FilterChain;
  private readonly resultPath: string;
  private language: string | undefined;
  private sampleCount = 0;

  /**
   * @param model the local file of the model.
   * @param resultPath the local file that the filter writes; made anew.
   * @param maxSeconds seconds of a part that is heard at once, at the most.
   * @throws {MediaError} when the model cannot be read.
   */
  constructor(model: string, resultPath: string, maxSeconds: number) {
    this.resultPath = resultPath;
    // The language that was found is only in the log.
    Log.setLevel(AV_LOG_DEBUG);
    Log.setCallback((_, message) => {
      this.language ??= parseLanguage(message);
    });
    const options = `model=${escapeOption(model)}:language=auto:queue=${maxSeconds}:format=json:destination=${escapeOption(resultPath)}`;
    this.chain = new FilterChain('audio', INPUT_FORMAT, `whisper=${options}`);
  }

  /** Listens to the next samples, no more than `maxSeconds` of them. */
  async push(samples: Int16Array): Promise<void> {
    using frame = createMonoFrame(samples, this.sampleCount);
    this.sampleCount += samples.length;
    this.chain.push(frame);
    await this.discardOutput();
  }

  /** What was heard in all. */
  async finish(): Promise<{ readonly segments: SpeechSegment[]; readonly language: string | undefined }> {
    this.chain.push(null);
    await this.discardOutput();
    return { segments: parseSegments(readFileSync(this.resultPath, 'utf8')), language: this.language };
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    Log.setCallback(null);
  }

  /** The sound comes out as it went in. */
  private async discardOutput(): Promise<void> {
    for (let frame = await this.chain.pull(); frame; frame = await this.chain.pull()) frame.free();
  }
}

/** The language, such as `en`, that a line of the log says was found; undefined where it says nothing of it. */
export function parseLanguage(line: string): string | undefined {
  return /auto-detected language: (\w+)/.exec(line)?.[1];
}

/** A line for each phrase. Its text is not escaped as JSON wants it. */
function parseSegments(result: string): SpeechSegment[] {
  return [...result.matchAll(/^\{"start":(-?\d+),"end":(-?\d+),"text":"(.*)"\}$/gm)].map(
    ([, from, to, text = '']) => ({ text, from: Number(from) / 1000, to: Number(to) / 1000 }),
  );
}

function createMonoFrame(samples: Int16Array, at: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = samples.length;
  frame.format = AV_SAMPLE_FMT_FLT;
  frame.sampleRate = SPEECH_RATE;
  frame.channelLayout = avChannelLayoutDefault(1);
  check(frame.getBuffer(), 'take memory for sound');
  const floats = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
  requireValue(frame.data?.[0], 'take memory for sound').set(new Uint8Array(floats.buffer));
  frame.pts = BigInt(at);
  return frame;
}

/** A path as the value of an option in FFmpeg's filter syntax, which is read twice. */
function escapeOption(path: string): string {
  return path.replaceAll(/[\\':]/g, String.raw`\$&`).replaceAll(/[\\'[\],;]/g, String.raw`\$&`);
}
