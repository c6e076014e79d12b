import { createRequire } from 'node:module';

/** A file that must be decoded, and its used part. */
export interface DecodedFile {
  readonly file: string;
  /** First second. */
  readonly from: number;
  readonly seconds: number;
  /** True if its pictures are visible. */
  readonly hasVideo: boolean;
  /** True if its sound is audible. */
  readonly hasAudio: boolean;
}

/** A video to make: as an edit, and as commands that an expert would write for other tools. */
export interface Workload {
  readonly name: string;
  readonly seconds: number;
  readonly edit: object;
  /**
   * The arguments of `ffmpeg`: inputs, filters and maps. The encoder options and the output
   * file are appended.
   */
  readonly ffmpeg: readonly string[];
  /** The arguments of `melt` before its consumer. Absent if MLT cannot make the same video. */
  readonly melt?: readonly string[];
  /** Videos and sounds that must be decoded. */
  readonly decoded: readonly DecodedFile[];
  /** Pictures that must be decoded, each once. */
  readonly stills: readonly string[];
  /**
   * The workload that this one repeats `count` times. Its finished frames would not fit into memory, so its
   * limit is `count` times that of the other workload.
   */
  readonly repeats?: { readonly of: Workload; readonly count: number };
}

/** Frame rate of all workloads. */
export const FPS = 25;

const packages = createRequire(import.meta.url);

/** The Montserrat files that Kinora uses, by weight. */
export const FONT_PATHS = {
  regular: packages.resolve('@expo-google-fonts/montserrat/400Regular/Montserrat_400Regular.ttf'),
  medium: packages.resolve('@expo-google-fonts/montserrat/500Medium/Montserrat_500Medium.ttf'),
  bold: packages.resolve('@expo-google-fonts/montserrat/700Bold/Montserrat_700Bold.ttf'),
} as const;

/**
 * Returns the usual filters to fill a picture with another one and crop the overflow. They crop
 * before they scale.
 */
export function createFillFilter(width: number, height: number): string {
  const cut = `crop='min(iw,ih*${width}/${height})':'min(ih,iw*${height}/${width})'`;
  const colours = 'in_color_matrix=auto:out_color_matrix=bt709:out_range=tv';
  return `${cut},scale=${width}:${height}:flags=bicubic:${colours},setsar=1,format=yuv420p`;
}

/** Filters that convert a sound to the format for mixing. */
export const AUDIO_FORMAT_FILTER = 'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo';
