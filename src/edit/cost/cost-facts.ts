import type { CompleteOutput } from '../output/complete-output.ts';
import type { VideoCodec } from '../output/output-format.ts';
import type { VideoFormat } from '../output/formats.ts';

/** The kind of an encoded file: the codec of a video, else the format. */
export type EncodedKind = Exclude<CompleteOutput['format'], VideoFormat> | VideoCodec;

/** The facts of an output that its cost depends on. */
export interface CostFacts {
  readonly output: CompleteOutput;
  /** The kind of its pictures. That of a zip is the format of its images. */
  readonly kind: EncodedKind;
  /** Frames per second. */
  readonly rate: number;
  /** Length of the output in seconds, at least one frame. */
  readonly seconds: number;
  /** Millions of pixels of a composed frame. 0 if nothing is drawn. */
  readonly megapixels: number;
  /** Millions of pixels of a frame of the file. 0 if the file has no pictures. */
  readonly encodedMegapixels: number;
  readonly hasSound: boolean;
  /** True if sounds go down under voices, which are read beforehand for it. */
  readonly hasDucking: boolean;
  /** Seconds of a processor to filter all sounds once. */
  readonly filteringSeconds: number;
  /** True if the render may use all cores. */
  readonly usesAllCores: boolean;
}
