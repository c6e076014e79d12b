import { readFileSync } from 'node:fs';
import { AV_LOG_DEBUG, AV_SAMPLE_FMT_FLT, avChannelLayoutDefault, Frame, Log } from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';
import { FilterChain } from '../filter-chain.ts';
import { SPEECH_RATE } from './speech-reader.ts';

/** A recognised phrase. Times are seconds from the start of the sound. */
export interface SpeechSegment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const INPUT_FORMAT = `sample_rate=${SPEECH_RATE}:sample_fmt=flt:channel_layout=mono:time_base=1/${SPEECH_RATE}`;
const FULL_SCALE = 32_768;

/**
 * Local speech-to-text with a whisper.cpp model, through FFmpeg's filter `whisper`. Close it with `using`.
 */
export class Whisper implements Disposable {
  private readonly chain: FilterChain;
  private readonly resultPath: string;
  private language: string | undefined;
  private sampleCount = 0;

  /**
   * @param model path of the model file.
   * @param resultPath path of the file that the filter writes. An existing file is overwritten.
   * @param maxSeconds maximum number of seconds that the model processes at once.
   * @throws {MediaError} if the model cannot be read.
   */
  constructor(model: string, resultPath: string, maxSeconds: number) {
    this.resultPath = resultPath;
    // The filter reports the detected language only in the log.
    Log.setLevel(AV_LOG_DEBUG);
    Log.setCallback((_, message) => {
      this.language ??= parseLanguage(message);
    });
    const options = `model=${escapeOption(model)}:language=auto:queue=${maxSeconds}:format=json:destination=${escapeOption(resultPath)}`;
    this.chain = new FilterChain('audio', INPUT_FORMAT, `whisper=${options}`);
  }

  /** Recognises the speech in the next samples, at most `maxSeconds` long. */
  async push(samples: Int16Array): Promise<void> {
    using frame = createMonoFrame(samples, this.sampleCount);
    this.sampleCount += samples.length;
    this.chain.push(frame);
    await this.discardOutput();
  }

  /** Ends the sound and returns all phrases and the detected language. */
  async finish(): Promise<{ readonly segments: SpeechSegment[]; readonly language: string | undefined }> {
    this.chain.push(null);
    await this.discardOutput();
    return { segments: parseSegments(readFileSync(this.resultPath, 'utf8')), language: this.language };
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    Log.setCallback(null);
  }

  /** Frees the output frames, which are not needed: the filter passes the sound through unchanged. */
  private async discardOutput(): Promise<void> {
    for await (const frame of this.chain.pullAll()) frame.free();
  }
}

/**
 * Returns the detected language, such as `en`, from a log line; undefined if the line does not report one.
 */
export function parseLanguage(line: string): string | undefined {
  return /auto-detected language: (\w+)/.exec(line)?.[1];
}

/**
 * Parses the result file, which has one line for each phrase. It is not valid JSON, because the filter does
 * not escape the text.
 */
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
  check(frame.getBuffer(), 'allocate the audio frame');
  const floats = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
  requireValue(frame.data?.[0], 'allocate the audio frame').set(new Uint8Array(floats.buffer));
  frame.pts = BigInt(at);
  return frame;
}

/**
 * Escapes a path as an option value of an FFmpeg filter. Escapes it twice, because FFmpeg parses such values
 * twice.
 */
function escapeOption(path: string): string {
  return path.replaceAll(/[\\':]/g, String.raw`\$&`).replaceAll(/[\\'[\],;]/g, String.raw`\$&`);
}
