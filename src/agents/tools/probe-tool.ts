import { z } from 'zod';
import { listMedia } from '../list-media.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

const srcField = z.string().min(1).max(8000);

/**
 * Creates the tool that says what a media file is.
 *
 * @param readsPaths true if edits may name files on this machine.
 * @param listsFiles true if the agent may use files of a folder. Then the tool lists them.
 */
export function createProbeTool(readsPaths: boolean, listsFiles: boolean): Tool {
  const about = 'The file as in the "src" of an asset: a URL';
  const field = srcField.describe(
    readsPaths ? `${about}, or a path relative to the working folder.` : `${about}.`,
  );
  const src = listsFiles ? field.optional() : field;
  const list = listsFiles ? ' Without src, lists the media of the working folder.' : '';
  return defineTool({
    name: 'probe',
    title: 'Look into a media file',
    description: `Says what a video, image or sound file is: duration in seconds, size, streams. Use it before you write an edit with the file, and on a finished render.${list}`,
    input: z.strictObject({ src }),
    annotations: READS,
    isLight: false,
    async run({ src: given }, { backend }, context) {
      if (given !== undefined) return { content: summarizeMedia(await backend.probe(given, context)) };
      const { files, isCut } = await listMedia(backend.folder ?? '');
      return { content: { folder: backend.folder, files, ...(isCut && { more: true }) } };
    },
  });
}

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
    streams: streams.map((stream) => summarizeStream(stream, format.duration !== undefined)),
  };
}

/** Summarizes a stream. @param isMoving false for a still image, whose frame rate means nothing. */
function summarizeStream(stream: Stream, isMoving: boolean): object {
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
    ...(isMoving && type === 'video' && frames > 0 && { fps: Number((frames / per).toFixed(3)) }),
    ...(rate !== undefined && { sampleRate: Number(rate) }),
    ...toSeconds(stream.duration),
  };
}

function toSeconds(duration: string | undefined): object {
  return duration === undefined ? {} : { duration: Number(Number(duration).toFixed(3)) };
}
