import { z } from 'zod';
import { isSoundFormat, isVideoFormat, nameFormat } from '../output/formats.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { isObject } from '../../base/is-object.ts';
import { addProblem } from '../problems/add-problem.ts';
import { Destination } from './destination.ts';
import { defineObject, field, Fraction, NonNegativeSeconds } from './fields.ts';
import { listOf } from './list.ts';
import {
  ADDED_FORMATS,
  ASPECT_RATIOS,
  CAPTION_FORMATS,
  CODECS,
  FORMATS,
  FRAME_RATES,
  QUALITIES,
  RESOLUTIONS,
  SEQUENCE_FORMATS,
  SOUND_FORMATS,
  VIDEO_CODECS,
} from './values.ts';

// Not a zod enum, which would list 1080 first: JavaScript puts keys that are whole numbers before other keys.
const Resolution = z.literal(RESOLUTIONS);

/** Maximum number of destinations. Each file is sent to each. */
const MAX_DESTINATIONS = 100;

/** Maximum width and height of an output, in pixels. */
export const MAX_OUTPUT_SIDE = 4096;
const Side = z.int().min(1).max(MAX_OUTPUT_SIDE);

const Size = defineObject('Size', 'Size of the output in pixels.', {
  width: Side.describe('Width of the output in whole pixels, 1 to 4096. Must be even for a video.'),
  height: Side.describe('Height of the output in whole pixels, 1 to 4096. Must be even for a video.'),
});

export const Range = defineObject('Range', 'Part of the timeline.', {
  start: field(
    NonNegativeSeconds,
    'Start of the range in seconds from the start of the timeline, 0 or more.',
    0,
  ),
  length: field(
    NonNegativeSeconds,
    'Length of the range in seconds, 0 or more. Default: to the end of the timeline.',
  ),
});

const Capture = NonNegativeSeconds.describe(
  'Second of the timeline to show, 0 or more. Beyond the end, the last frame is shown.',
);

const Poster = defineObject('Poster', 'Still image of one moment, as large as the output.', {
  capture: Capture,
});

const Thumbnail = defineObject('Thumbnail', 'Small still image of one moment.', {
  capture: Capture,
  scale: Fraction.describe('Size of the thumbnail as a fraction of the output, 0 to 1.'),
});

const CaptionFile = defineObject('CaptionFile', 'Subtitle file with all captions of the output.', {
  format: z.enum(CAPTION_FORMATS).describe('Format of the file: SubRip ("srt") or WebVTT ("vtt").'),
  burn: field(
    z.boolean(),
    'If true, the pictures of the output show the captions, too. If false, only the file has them.',
    true,
  ),
});

export const Output = z
  .strictObject({
    format: z.enum([...FORMATS, ...ADDED_FORMATS]).describe('Format of the file.'),
    codec: field(
      z.enum(CODECS),
      'Codec of the pictures of a video. An mp4 can have "h264" (the default), "hevc" or "av1", a webm "vp9" (the default) or "av1", and a mov "prores422" (the default) or "prores4444". Other formats have no codec. An addition of Kinora.',
    ),
    resolution: field(
      Resolution,
      'Named size. At 16:9: "preview" 512x288, "mobile" 640x360, "sd" 1024x576, "hd" 1280x720, "1080" 1920x1080, "4k" 3840x2160. Cannot be combined with "size". One of the two is required, except for a format of sound alone.',
    ),
    aspectRatio: field(z.enum(ASPECT_RATIOS), 'Aspect ratio of the resolution.', '16:9'),
    size: field(Size, 'Custom size in pixels. Cannot be combined with "resolution".'),
    fps: field(
      z.literal(FRAME_RATES),
      'Frames per second. Default: 25, or 15 with the resolution "preview".',
    ),
    scaleTo: field(Resolution, 'Resolution to scale the finished picture to. Default: no scaling.'),
    images: field(
      z.enum(SEQUENCE_FORMATS),
      'Format of the images in a zip, one for each frame. Only for the format "zip". Default: "png". An addition of Kinora.',
    ),
    quality: field(z.enum(QUALITIES), 'Quality of the output. Higher quality makes larger files.', 'medium'),
    repeat: field(z.boolean(), 'If true, a gif repeats. Other formats ignore it.', true),
    mute: field(z.boolean(), 'If true, leaves out the sound.', false),
    audio: field(
      z.enum(['auto', 'always']),
      'If "always", a video has a sound track even if nothing is heard in it, so that it can be joined with others.',
      'auto',
    ),
    loudness: field(
      z.number().min(-70).max(-5),
      'Integrated loudness of the sound in LUFS (EBU R 128), -70 to -5. Common values are -23 for broadcasting, -16 for podcasts and -14 for streaming. Peaks stay below full scale. Default: as mixed.',
    ),
    range: field(Range, 'Part of the timeline to render. Default: all of it.'),
    poster: field(Poster, 'Still image of one moment to make along with the output.'),
    thumbnail: field(Thumbnail, 'Small still image of one moment to make along with the output.'),
    captions: field(
      CaptionFile,
      'Subtitle file to make along with the output: the captions of all clips of the types "caption" and "rich-caption". An addition of Kinora.',
    ),
    destinations: field(
      listOf(Destination).max(MAX_DESTINATIONS),
      `Services to send the finished files to, at most ${MAX_DESTINATIONS}. The built-in hosting receives them, too, unless it is excluded.`,
    ),
  })
  .superRefine(checkSize, { when: () => true })
  .meta({ id: 'Output', description: 'File to make.', allOf: createSizeRules() });

/** Part of the timeline to render. */
export type Range = z.infer<typeof Range>;
/** File to make. */
export type Output = z.infer<typeof Output>;

/** Returns the rules of {@link checkSize} as JSON Schema. */
function createSizeRules(): object[] {
  const has = (name: string) => ({ required: [name], properties: { [name]: {} } });
  const even = { multipleOf: 2 };
  return [
    { if: has('resolution'), then: { properties: { size: false } } },
    {
      if: { properties: { format: { enum: [...SOUND_FORMATS] } } },
      else: { anyOf: [has('resolution'), has('size')] },
    },
    {
      if: { properties: { format: { enum: [...Object.keys(VIDEO_CODECS), 'hls'] } } },
      then: { properties: { size: { properties: { width: even, height: even } } } },
    },
    { if: { properties: { format: { const: 'zip' } } }, else: { properties: { images: false } } },
    ...[...FORMATS, ...ADDED_FORMATS].map((format) => ({
      if: { properties: { format: { const: format } } },
      then: { properties: { codec: isVideoFormat(format) ? createCodecRule(format) : false } },
    })),
  ];
}

/** Excludes the codecs of other formats. A placeholder may become any codec. */
function createCodecRule(format: keyof typeof VIDEO_CODECS): object {
  const fitting: readonly string[] = VIDEO_CODECS[format];
  return { not: { enum: CODECS.filter((codec) => !fitting.includes(codec)) } };
}

/**
 * Checks the rules between `format`, `resolution` and `size`. zod runs these rules even if fields are
 * malformed, so the value may be anything.
 */
function checkSize(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isObject(value)) return;
  const { format, resolution, size } = value;
  if (resolution !== undefined && size !== undefined) {
    addProblem(
      context,
      ['size'],
      'cannot be combined with output.resolution. Remove one of the two',
      'conflict',
      size,
    );
  }
  // A format that is still a placeholder may become one of sound, which has no size.
  const open = isSoundFormat(format) || (typeof format === 'string' && findPlaceholder(format) !== undefined);
  if (!open && resolution === undefined && size === undefined) {
    addProblem(
      context,
      ['resolution'],
      'is required, unless output.size gives a width and a height',
      'required',
    );
  }
  if ((isVideoFormat(format) || format === 'hls') && isObject(size)) checkEven(format, size, context);
}

function checkEven(
  format: string,
  size: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  for (const side of ['width', 'height']) {
    const pixels = size[side];
    if (typeof pixels !== 'number' || !Number.isInteger(pixels) || pixels % 2 === 0) continue;
    addProblem(
      context,
      ['size', side],
      `must be even for ${nameFormat(format)}, not ${pixels}`,
      'not_even',
      pixels,
    );
  }
}
