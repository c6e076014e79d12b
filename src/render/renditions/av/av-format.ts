import type { PictureCodec } from '../../av/convert/picture-codecs.ts';
import type { SoundCodec } from '../../av/convert/sound-codecs.ts';
import type { RenditionFormat } from '../../../ingest/model.ts';

/** The file format of a video, with or without sound, or of a sound. */
export interface AvFormat {
  /** FFmpeg's name of the container. */
  readonly container: string;
  /** Options of the container. */
  readonly options: Readonly<Record<string, string>>;
  /** True if the container stores the parameters of the codecs once for the whole file. */
  readonly hasGlobalHeader: boolean;
  /** True if the picture and the sound may begin at different times. */
  readonly canBeginLater: boolean;
  /** True if the file states how many samples the sound encoder has put before the first one. */
  readonly storesDelay: boolean;
  /** Absent for a sound. */
  readonly pictures?: PictureCodec;
  readonly sound: SoundCodec;
}

/** The formats with time. */
export type AvFormatName = Exclude<RenditionFormat, 'jpg' | 'png' | 'webp' | 'tif' | 'avif' | 'gif'>;

/** The index comes first, so that players can begin before they have the whole file. */
const INDEX_FIRST = { movflags: '+faststart' };

const FORMATS: Readonly<Record<AvFormatName, AvFormat>> = {
  mp4: {
    container: 'mp4',
    options: INDEX_FIRST,
    hasGlobalHeader: true,
    canBeginLater: true,
    storesDelay: true,
    pictures: 'h264',
    sound: 'aac',
  },
  mov: {
    container: 'mov',
    options: INDEX_FIRST,
    hasGlobalHeader: true,
    canBeginLater: true,
    storesDelay: true,
    pictures: 'h264',
    sound: 'aac',
  },
  webm: {
    container: 'webm',
    options: { cues_to_front: '1' },
    hasGlobalHeader: true,
    canBeginLater: true,
    storesDelay: true,
    pictures: 'vp9',
    sound: 'opus',
  },
  mkv: {
    container: 'matroska',
    options: { cues_to_front: '1' },
    hasGlobalHeader: true,
    canBeginLater: true,
    storesDelay: true,
    pictures: 'h264',
    sound: 'aac',
  },
  avi: {
    container: 'avi',
    options: {},
    hasGlobalHeader: false,
    canBeginLater: false,
    storesDelay: false,
    pictures: 'mpeg4',
    sound: 'mp3',
  },
  ogv: {
    container: 'ogv',
    options: {},
    hasGlobalHeader: false,
    canBeginLater: true,
    storesDelay: true,
    pictures: 'theora',
    sound: 'vorbis',
  },
  wmv: {
    container: 'asf',
    options: {},
    hasGlobalHeader: true,
    canBeginLater: true,
    storesDelay: false,
    pictures: 'wmv2',
    sound: 'wma',
  },
  mp3: {
    container: 'mp3',
    // Without tags. The first frame says how many samples are padding.
    options: { id3v2_version: '0', write_xing: '1' },
    hasGlobalHeader: false,
    canBeginLater: false,
    storesDelay: true,
    sound: 'mp3',
  },
  wav: {
    container: 'wav',
    // A sound of more than 4 GB becomes an RF64 file.
    options: { rf64: 'auto' },
    hasGlobalHeader: false,
    canBeginLater: false,
    storesDelay: true,
    sound: 'pcm',
  },
};

/** The formats that store alpha, with the codecs that do so. All other formats lose the alpha. */
const WITH_ALPHA: Partial<Readonly<Record<AvFormatName, Partial<AvFormat>>>> = {
  webm: { pictures: 'vp9 with alpha' },
  mkv: { pictures: 'vp9 with alpha' },
  mov: { pictures: 'prores', sound: 'pcm' },
};

/** True if a format stores video or sound. */
export function isAvFormat(name: RenditionFormat): name is AvFormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Returns how a format stores a video or a sound. @param hasAlpha true if the pictures have alpha. */
export function avFormatOf(name: AvFormatName, hasAlpha: boolean): AvFormat {
  return hasAlpha ? { ...FORMATS[name], ...WITH_ALPHA[name] } : FORMATS[name];
}
