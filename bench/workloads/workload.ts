import { createRequire } from 'node:module';

/** A file that has to be decoded, and what of it. */
export interface DecodedFile {
  readonly file: string;
  /** First second. */
  readonly from: number;
  readonly seconds: number;
  /** Whether its pictures are seen. */
  readonly hasVideo: boolean;
  /** Whether its sound is heard. */
  readonly hasAudio: boolean;
}

/** One video to make: as an edit, and as those who know their tools would make it without Kinora. */
export interface Workload {
  readonly name: string;
  readonly seconds: number;
  readonly edit: object;
  /** The arguments of `ffmpeg`: inputs, filters and maps; the encoder and the file come after them. */
  readonly ffmpeg: readonly string[];
  /** The arguments of `melt` before its consumer; absent where it cannot do the same. */
  readonly melt?: readonly string[];
  /** What has to be decoded of videos and sounds. */
  readonly decoded: readonly DecodedFile[];
  /** Pictures that have to be decoded, each once. */
  readonly stills: readonly string[];
  /** A workload of which this one is the same so many times: its finished frames would not fit into memory, and its limit is so many times that of the other. */
  readonly repeats?: { readonly of: Workload; readonly count: number };
}

/** Rates of everything that is made here. */
export const FPS = 25;

const packages = createRequire(import.meta.url);

/** Montserrat of a weight, as Kinora has it. */
export const FONT_PATHS = {
  regular: packages.resolve('@expo-google-fonts/montserrat/400Regular/Montserrat_400Regular.ttf'),
  medium: packages.resolve('@expo-google-fonts/montserrat/500Medium/Montserrat_500Medium.ttf'),
  bold: packages.resolve('@expo-google-fonts/montserrat/700Bold/Montserrat_700Bold.ttf'),
} as const;

/** Filters that fill a picture with another one and cut what is over, the usual way: what is cut off is not scaled. */
export function createFillFilter(width: number, height: number): string {
  const cut = `crop='min(iw,ih*${width}/${height})':'min(ih,iw*${height}/${width})'`;
  const colours = 'in_color_matrix=auto:out_color_matrix=bt709:out_range=tv';
  return `${cut},scale=${width}:${height}:flags=bicubic:${colours},setsar=1,format=yuv420p`;
}

/** Filters for a sound as all of them are mixed. */
export const AUDIO_FORMAT_FILTER = 'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo';
