// Made by `npm run client` from src/edit/schema. Do not edit.
import type { Destination } from './destinations.ts';
import type { Duck, Track, VolumeTween } from './assets.ts';
import type { Placeholder } from './placeholder.ts';

/** Subtitle file with all captions of the output. */
export interface CaptionFile {
  /** Format of the file: SubRip ("srt") or WebVTT ("vtt"). */
  readonly format: 'srt' | 'vtt' | Placeholder;
  /**
   * If true, the pictures of the output show the captions, too. If false, only the file has them. Default
   * true.
   */
  readonly burn?: boolean | Placeholder | undefined;
}

/** Timeline of clips and the file to make from it. */
export interface Edit {
  /** URL of this JSON Schema, for editors. It has no effect on the render. */
  readonly $schema?: string | undefined;
  /** Clips to show and play, and when. */
  readonly timeline: Timeline;
  /** Format, size, frame rate and quality of the file to make. One of "output" and "outputs" is required. */
  readonly output: Output;
  /** Values for placeholders. Each {{ NAME }} in a string of the edit is replaced. */
  readonly merge?: readonly MergeField[] | undefined;
  /** URL to notify when the render is done or has failed (http or https). Default: no notification. */
  readonly callback?: string | undefined;
  /** @deprecated It has no effect. */
  readonly disk?: 'local' | 'mount' | Placeholder | undefined;
  /**
   * Resources that the render can use: "s1" up to two CPU cores, "s2" all cores, "a1" all cores and a
   * hardware encoder if one works. Default s1.
   */
  readonly instance?: 's1' | 's2' | 'a1' | Placeholder | undefined;
}

/** Edit with `outputs` in place of `output`. */
export interface EditWithOutputs extends Omit<Edit, 'output'> {
  /**
   * Several files to make of the same timeline, 1 to 10, in place of "output". They share the fetching and
   * the preparation of their sources. An addition of Kinora.
   */
  readonly outputs: readonly Output[];
}

/** Font to download. */
export interface Font {
  /** URL of the font file. The URL may contain credentials. */
  readonly src: string;
}

/** Placeholder and the value that replaces it. */
export interface MergeField {
  /** Name of the placeholder, without braces. */
  readonly find: string;
  /** Value that replaces the placeholder: any JSON value. */
  readonly replace: unknown;
}

/** File to make. */
export interface Output {
  /** Format of the file. */
  readonly format:
    | 'mp4'
    | 'gif'
    | 'mp3'
    | 'jpg'
    | 'png'
    | 'bmp'
    | 'm4a'
    | 'wav'
    | 'webm'
    | 'mov'
    | 'zip'
    | 'hls'
    | Placeholder;
  /**
   * Codec of the pictures of a video. An mp4 can have "h264" (the default), "hevc" or "av1", a webm "vp9"
   * (the default) or "av1", and a mov "prores422" (the default) or "prores4444". Other formats have no codec.
   * An addition of Kinora.
   */
  readonly codec?: 'h264' | 'hevc' | 'vp9' | 'av1' | 'prores422' | 'prores4444' | Placeholder | undefined;
  /**
   * Named size. At 16:9: "preview" 512x288, "mobile" 640x360, "sd" 1024x576, "hd" 1280x720, "1080" 1920x1080,
   * "4k" 3840x2160. Cannot be combined with "size". One of the two is required, except for a format of sound
   * alone.
   */
  readonly resolution?: 'preview' | 'mobile' | 'sd' | 'hd' | '1080' | '4k' | Placeholder | undefined;
  /** Aspect ratio of the resolution. Default 16:9. */
  readonly aspectRatio?: '16:9' | '9:16' | '1:1' | '4:5' | '4:3' | Placeholder | undefined;
  /** Custom size in pixels. Cannot be combined with "resolution". */
  readonly size?: Size | undefined;
  /** Frames per second. Default: 25, or 15 with the resolution "preview". */
  readonly fps?: 12 | 15 | 23.976 | 24 | 25 | 29.97 | 30 | 48 | 50 | 59.94 | 60 | Placeholder | undefined;
  /** Resolution to scale the finished picture to. Default: no scaling. */
  readonly scaleTo?: 'preview' | 'mobile' | 'sd' | 'hd' | '1080' | '4k' | Placeholder | undefined;
  /**
   * Format of the images in a zip, one for each frame. Only for the format "zip". Default: "png". An addition
   * of Kinora.
   */
  readonly images?: 'png' | 'jpg' | Placeholder | undefined;
  /** Quality of the output. Higher quality makes larger files. Default medium. */
  readonly quality?: 'verylow' | 'low' | 'medium' | 'high' | 'veryhigh' | Placeholder | undefined;
  /** If true, a gif repeats. Other formats ignore it. Default true. */
  readonly repeat?: boolean | Placeholder | undefined;
  /** If true, leaves out the sound. Default false. */
  readonly mute?: boolean | Placeholder | undefined;
  /**
   * Integrated loudness of the sound in LUFS (EBU R 128), -70 to -5. Common values are -23 for broadcasting,
   * -16 for podcasts and -14 for streaming. Peaks stay below full scale. Default: as mixed.
   */
  readonly loudness?: number | Placeholder | undefined;
  /** Part of the timeline to render. Default: all of it. */
  readonly range?: Range | undefined;
  /** Still image of one moment to make along with the output. */
  readonly poster?: Poster | undefined;
  /** Small still image of one moment to make along with the output. */
  readonly thumbnail?: Thumbnail | undefined;
  /**
   * Subtitle file to make along with the output: the captions of all clips of the types "caption" and
   * "rich-caption". An addition of Kinora.
   */
  readonly captions?: CaptionFile | undefined;
  /**
   * Services to send the finished files to, at most 100. The built-in hosting receives them, too, unless it
   * is excluded.
   */
  readonly destinations?: readonly Destination[] | undefined;
}

/** Still image of one moment, as large as the output. */
export interface Poster {
  /** Second of the timeline to show, 0 or more. Beyond the end, the last frame is shown. */
  readonly capture: number | Placeholder;
}

/** Part of the timeline. */
export interface Range {
  /** Start of the range in seconds from the start of the timeline, 0 or more. Default 0. */
  readonly start?: number | Placeholder | undefined;
  /** Length of the range in seconds, 0 or more. Default: to the end of the timeline. */
  readonly length?: number | Placeholder | undefined;
}

/** Size of the output in pixels. */
export interface Size {
  /** Width of the output in whole pixels, 1 to 4096. Must be even for a video. */
  readonly width: number | Placeholder;
  /** Height of the output in whole pixels, 1 to 4096. Must be even for a video. */
  readonly height: number | Placeholder;
}

/** Sound that accompanies the timeline. It ends with the timeline, or with its file if that is earlier. */
export interface Soundtrack {
  /** URL of the sound file. The URL may contain credentials. */
  readonly src: string;
  /**
   * Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. Each fade lasts up
   * to 2 seconds. Default: no fade.
   */
  readonly effect?: 'fadeIn' | 'fadeOut' | 'fadeInFadeOut' | Placeholder | undefined;
  /** Volume from 0 (silent) to 1 (as recorded), or a list of tweens. Default 1. */
  readonly volume?: number | readonly VolumeTween[] | Placeholder | undefined;
  /**
   * Second of the timeline at which the sound starts, 0 or more. Tweens of the volume count from there.
   * Default 0.
   */
  readonly start?: number | Placeholder | undefined;
  /**
   * If true, the sound begins again without a seam whenever it ends, until the timeline ends. Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
  /** Lowers the sound while other clips are heard. {} lowers it by 12 dB under all voices. */
  readonly duck?: Duck | undefined;
  /**
   * Number of the sound track of the file to play, from 1. Default: the one that the file marks as its
   * default.
   */
  readonly audioTrack?: number | Placeholder | undefined;
  /**
   * Channels to hear: "left" or "right" plays one of them on both sides, "mono" their average on both sides,
   * and "swap" exchanges them. Default stereo.
   */
  readonly channels?: 'stereo' | 'left' | 'right' | 'mono' | 'swap' | Placeholder | undefined;
}

/** Small still image of one moment. */
export interface Thumbnail {
  /** Second of the timeline to show, 0 or more. Beyond the end, the last frame is shown. */
  readonly capture: number | Placeholder;
  /** Size of the thumbnail as a fraction of the output, 0 to 1. */
  readonly scale: number | Placeholder;
}

/** Tracks of clips, with the background, the fonts and the soundtrack. */
export interface Timeline {
  /** Sound that accompanies the whole timeline. */
  readonly soundtrack?: Soundtrack | undefined;
  /**
   * Colour behind all tracks, in the form "#RRGGBB" or "#RGB", or "transparent" (an addition of Kinora). A
   * webm with the codec "vp9", a mov with the codec "prores4444", a png and a gif can be transparent. Default
   * #000000.
   */
  readonly background?: string | undefined;
  /** Custom fonts to download before rendering, at most 1000. */
  readonly fonts?: readonly Font[] | undefined;
  /** Tracks, at least one. A later track is drawn on top of an earlier one. */
  readonly tracks: readonly Track[];
  /**
   * If true, reuses source files that were fetched within the last 24 hours. If false, fetches every file
   * again. Default true.
   */
  readonly cache?: boolean | Placeholder | undefined;
}
