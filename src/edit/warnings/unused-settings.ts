import { type ClipLocation, listClips } from '../clips/clip-location.ts';
import { completeOutput } from '../output/complete-output.ts';
import { canHaveSound, hasPictures, isStill, needsPictures } from '../output/output-format.ts';
import { codecOf } from '../output/video-codec.ts';
import { isVideoFormat } from '../output/video-format.ts';
import type { Edit } from '../schema/edit.ts';
import type { Output } from '../schema/output.ts';
import { createClipWarning, type Warning } from './warning.ts';

/** A setting of an edit or of its output that has no effect beside certain others. */
interface UnusedSetting {
  readonly field: string;
  /** Explains in whole sentences why the setting has no effect. Undefined if it has an effect. */
  readonly explain: (edit: Edit) => string | undefined;
}

/**
 * The settings that may have no effect. A setting that repeats its default is not reported. `fps` is not in
 * the list: the edges of clips lie on frames in every format. Neither is `resolution`, which clients of the
 * public service send with every output.
 */
const UNUSED_SETTINGS: readonly UnusedSetting[] = [
  {
    field: 'disk',
    explain: ({ disk }) => (disk === undefined ? undefined : 'This field is deprecated and has no effect.'),
  },
  {
    field: 'instance',
    explain: ({ instance, output }) => {
      if (instance !== 'a1' || codecOf(output) === 'h264') return undefined;
      const unable = isVideoFormat(output.format)
        ? `codec "${codecOf(output)}"`
        : `format "${output.format}"`;
      return `No hardware encodes the ${unable}, so "a1" works like "s2".`;
    },
  },
  {
    field: 'timeline.soundtrack',
    explain: ({ timeline, output }) =>
      timeline.soundtrack && !canHaveSound(output)
        ? `The soundtrack is not heard, because the format "${output.format}" has no sound.`
        : undefined,
  },
  {
    field: 'output.aspectRatio',
    explain: ({ output: { aspectRatio = '16:9', size, ...output } }) => {
      if (aspectRatio === '16:9') return undefined;
      if (size) return 'The aspect ratio has no effect, because "size" has its own. Remove "aspectRatio".';
      return needsPictures(output) ? undefined : noPicture('aspect ratio', output);
    },
  },
  {
    field: 'output.size',
    explain: ({ output }) => (output.size && !needsPictures(output) ? noPicture('size', output) : undefined),
  },
  {
    field: 'output.scaleTo',
    explain: ({ output }) =>
      output.scaleTo && !needsPictures(output) ? noPicture('scaling', output) : undefined,
  },
  {
    field: 'output.quality',
    explain: ({ output }) => {
      const { quality, format, images, poster, thumbnail } = completeOutput(output);
      const isLossless = format === 'png' || format === 'bmp' || (format === 'zip' && images === 'png');
      if (quality === 'medium' || !isLossless || poster || thumbnail) return undefined;
      return format === 'zip'
        ? 'The quality has no effect on images of the format "png", which lose nothing.'
        : `The quality has no effect on the format "${format}", which loses nothing.`;
    },
  },
  {
    field: 'output.captions',
    explain: (edit) =>
      edit.output.captions && !hasCaptions(edit)
        ? 'The file has no captions, because the edit has none. Add a clip with a "caption" or a "rich-caption".'
        : undefined,
  },
  {
    field: 'output.repeat',
    explain: ({ output: { repeat, format } }) =>
      repeat === false && format !== 'gif'
        ? `The field "repeat" has no effect on the format "${format}". Only a gif repeats.`
        : undefined,
  },
  {
    field: 'output.mute',
    explain: ({ output }) => {
      if (output.mute !== true) return undefined;
      if (!hasPictures(output))
        return `The ${output.format} is silent for its whole length, because "mute" is true. Remove "mute" to hear its sound.`;
      return canHaveSound(output)
        ? undefined
        : `The field "mute" has no effect, because the format "${output.format}" has no sound.`;
    },
  },
  {
    field: 'output.loudness',
    explain: ({ output }) => {
      if (output.loudness === undefined) return undefined;
      if (!canHaveSound(output))
        return `The loudness has no effect, because the format "${output.format}" has no sound.`;
      return output.mute === true ? 'The loudness has no effect, because "mute" is true.' : undefined;
    },
  },
  {
    field: 'output.range.length',
    explain: ({ output }) =>
      output.range?.length !== undefined && isStill(output)
        ? `The length of the range has no effect, because the format "${output.format}" shows only its first frame.`
        : undefined,
  },
];

/** Warns about settings of an edit and of its output that have no effect, and about a muted file of sound. */
export function warnAboutUnusedSettings(edit: Edit): Warning[] {
  return UNUSED_SETTINGS.flatMap(({ field, explain }) => {
    const text = explain(edit);
    return text === undefined ? [] : [{ field, text }];
  });
}

/** Warns about a clip that is only heard, in an output without sound. */
export function warnAboutUnheardClip(location: ClipLocation, { output }: Edit): Warning[] {
  const { type } = location.clip.asset;
  if ((type !== 'audio' && type !== 'text-to-speech') || canHaveSound(output)) return [];
  const text = `This sound is not heard, because the format "${output.format}" has no sound.`;
  return [createClipWarning(location, ['asset'], text)];
}

function noPicture(name: string, { format }: Output): string {
  return `The ${name} has no effect, because the format "${format}" has no picture.`;
}

function hasCaptions(edit: Edit): boolean {
  return listClips(edit).some(
    ({ clip: { asset } }) => asset.type === 'caption' || asset.type === 'rich-caption',
  );
}
