import { z } from 'zod';
import { defineTool, READS } from '../tool.ts';

/** Says what a media file is. */
export const PROBE_TOOL = defineTool({
  name: 'probe',
  title: 'Look into a media file',
  description:
    'Says what a video, image or sound file is: duration in seconds, size, streams. Use it before you write an edit with the file, and on a finished render.',
  input: z.strictObject({
    src: z
      .string()
      .min(1)
      .max(8000)
      .describe('The file as in the "src" of an asset: a URL, or a path where paths are allowed.'),
  }),
  annotations: READS,
  isLight: false,
  async run({ src }, { backend }, context) {
    return { content: summarizeMedia(await backend.probe(src, context)) };
  },
});

const text = z.string().optional().catch(undefined);
const count = z.number().optional().catch(undefined);
/** The fields of ffprobe's JSON that matter to an agent. All may be absent. */
const Media = z.object({
  streams: z.array(
    z.object({
      ...{
        codec_type: text,
        codec_name: text,
        pix_fmt: text,
        r_frame_rate: text,
        sample_rate: text,
        duration: text,
      },
      ...{ width: count, height: count, channels: count },
    }),
  ),
  format: z.object({ format_name: text, duration: text, size: text }),
});
type Stream = z.output<typeof Media>['streams'][number];

function summarizeMedia(found: object): object {
  const { streams, format } = Media.parse(found);
  return {
    ...toSeconds(format.duration),
    format: format.format_name,
    ...(format.size !== undefined && { bytes: Number(format.size) }),
    streams: streams.map(summarizeStream),
  };
}

function summarizeStream(stream: Stream): object {
  const {
    codec_type: type,
    codec_name: codec,
    width,
    height,
    channels,
    sample_rate: rate,
    r_frame_rate: fps,
  } = stream;
  const [frames = 0, per = 1] = fps?.split('/').map(Number) ?? [];
  return {
    ...{ type, codec, width, height, channels },
    ...(type === 'video' && frames > 0 && { fps: Number((frames / per).toFixed(3)) }),
    ...(rate !== undefined && { sampleRate: Number(rate) }),
    ...toSeconds(stream.duration),
  };
}

function toSeconds(duration: string | undefined): object {
  return duration === undefined ? {} : { duration: Number(Number(duration).toFixed(3)) };
}
