import { z } from 'zod';
import { mustBe } from '../edit/problems/messages.ts';
import { Destination } from '../edit/schema/destination.ts';
import { Callback } from '../edit/schema/edit.ts';
import { field, FileUrl, MAX_URL_CHARACTERS, SpeedFactor, Text } from '../edit/schema/fields.ts';
import { listOf } from '../edit/schema/list.ts';
import { FRAME_RATES } from '../edit/schema/values.ts';
import { ENHANCE_PRESETS, RENDITION_FORMATS } from './values.ts';

// All objects are open: unlisted properties are accepted and have no effect. Only `enhance.audio` is closed.

/** Maximum number of renditions of a source. */
export const MAX_RENDITIONS = 100;
const MAX_FILENAME_CHARACTERS = 255;

const Side = z.int().min(1).max(4096);

const RenditionSize = z
  .looseObject({
    width: field(Side, 'Width in whole pixels, 1 to 4096. Default: follows from the height.'),
    height: field(Side, 'Height in whole pixels, 1 to 4096. Default: follows from the width.'),
  })
  .refine(({ width, height }) => width !== undefined || height !== undefined, {
    error: 'must have a width, a height or both',
    params: { code: 'required' },
  })
  .meta({
    id: 'RenditionSize',
    description: 'Size of a rendition in pixels. If one side is absent, the picture keeps its shape.',
    anyOf: ['width', 'height'].map((side) => ({ required: [side], properties: { [side]: {} } })),
  });

const RenditionSpeed = z
  .looseObject({
    speed: field(SpeedFactor, 'Playback speed as a factor, 0 to 10.', 1),
    preservePitch: field(z.boolean(), 'If true, the sound keeps its pitch.', true),
  })
  .meta({ id: 'RenditionSpeed', description: 'Playback speed of a rendition.' });

export const AudioEnhancement = z
  .strictObject({
    // An absent provider is accepted, because the interface names a default for it.
    provider: z
      .literal('dolby')
      .default('dolby')
      .describe('Names the set of presets. Kinora does the work itself, without an outside service.'),
    options: z
      .looseObject({
        preset: z.enum(ENHANCE_PRESETS).describe('Kind of recording.'),
      })
      .describe('Settings of the improvement.'),
  })
  .meta({ id: 'AudioEnhancement', description: 'Improvement of the sound.' });

const Enhancements = z
  .looseObject({ audio: field(AudioEnhancement, 'Improvement of the sound. Default: none.') })
  .meta({ id: 'Enhancements', description: 'Improvements of a rendition.' });

/** The differences of a rendition from its source. */
export const RenditionSettings = z
  .looseObject({
    format: field(
      z.enum(RENDITION_FORMATS),
      'Format of the file. Default: the format of the source. A video can become anything, a picture a picture, and a sound a sound. Otherwise the rendition fails.',
    ),
    size: field(RenditionSize, 'Size in pixels. Default: the size of the source.'),
    fit: field(
      z.enum(['cover', 'contain', 'crop']),
      'How the picture fills a size of another shape. "crop" fills the size and cuts off the rest, "contain" shows the whole picture and leaves bars, "cover" stretches the picture.',
      'crop',
    ),
    resolution: field(
      z.enum(['preview', 'mobile', 'sd', 'hd', 'fhd']),
      'Named size: "preview" 512x288, "mobile" 640x360, "sd" 1024x576, "hd" 1280x720, "fhd" 1920x1080. "size" takes precedence. Default: the size of the source.',
    ),
    quality: field(
      z.int().min(1).max(100),
      'Quality from 1 (smallest file) to 100 (best picture and sound). Default: depends on the format.',
    ),
    fps: field(z.literal(FRAME_RATES), 'Frames per second. Default: the rate of the source.'),
    speed: field(RenditionSpeed, 'Playback speed. Default: the speed of the source.'),
    keyframeInterval: field(
      z.int().min(1).max(300),
      'Frames between two keyframes, 1 to 300. Default: depends on the format.',
    ),
    fixOffset: field(z.boolean(), 'If true, sound and picture begin together.', false),
    fixRotation: field(z.boolean(), 'If true, stores the picture upright.', false),
    audio: field(
      z.enum(['auto', 'always']),
      'If "always", a video has a sound track even if the source has none, so that it can be joined with others. An addition of Kinora.',
      'auto',
    ),
    enhance: field(Enhancements, 'Improvements. Default: none.'),
    filename: field(
      Text.max(MAX_FILENAME_CHARACTERS),
      'Name of the file at destinations, without extension, at most 255 characters. Default: the id of the rendition.',
    ),
  })
  .meta({ id: 'RenditionSettings', description: 'Another version of a source to make.' });

/** The file formats of a transcription. */
export const TranscriptionFormatName = z.enum(['srt', 'vtt']);

/** The files to make from a source. */
export const Outputs = z
  .looseObject({
    renditions: field(
      listOf(RenditionSettings).max(MAX_RENDITIONS),
      `Versions of the source to make, at most ${MAX_RENDITIONS}.`,
    ),
    transcription: field(
      z
        .looseObject({ format: field(TranscriptionFormatName, 'Format of the subtitles.', 'vtt') })
        .meta({ id: 'TranscriptionSettings', description: 'Transcript of the speech to make.' }),
      'Transcript of the speech to make. Needs a transcription service.',
    ),
  })
  .meta({ id: 'Outputs', description: 'Files to make from a source.' });

const Destinations = z.union(
  [Destination, listOf(Destination)],
  mustBe('a destination or a list of destinations'),
);

const OPTIONS = {
  outputs: field(Outputs, 'Files to make from the source. Default: none.'),
  destinations: field(
    Destinations,
    'Services to send the source and its renditions to: one, or a list. Default: none.',
  ),
  callback: field(
    Callback,
    'URL to notify when the source and each of its outputs are ready or have failed (http or https). Default: no notification.',
  ),
};

/** The body of a request to ingest the file at a URL. */
export const SourceBody = z
  .looseObject({
    url: FileUrl.describe(
      `Public URL of the file (http or https), at most ${MAX_URL_CHARACTERS} characters. The file is a video, an image, a sound, a font, subtitles or a lookup table (.cube).`,
    ),
    ...OPTIONS,
  })
  .meta({ id: 'SourceRequest', description: 'A file to ingest.' });

/** The body of a request for further renditions of a source. */
export const RenditionsBody = z
  .looseObject({
    renditions: listOf(RenditionSettings)
      .min(1)
      .max(MAX_RENDITIONS)
      .describe(`Versions of the source to make, 1 to ${MAX_RENDITIONS}.`),
  })
  .meta({ id: 'RenditionsRequest', description: 'Further versions of a source to make.' });

/** The body of a request for an upload. */
export const UploadBody = z
  .looseObject(OPTIONS)
  .meta({ id: 'UploadRequest', description: 'What to make from a file that is uploaded.' });
