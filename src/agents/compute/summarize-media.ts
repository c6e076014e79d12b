import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const count = z.number().optional().catch(undefined);
/** The fields of ffprobe's JSON that matter to an agent. All may be absent. */
const Media = z.object({
  streams: z.array(
    z.object({
      codec_type: text,
      codec_name: text,
      pix_fmt: text,
      r_frame_rate: text,
      sample_rate: text,
      duration: text,
      width: count,
      height: count,
      channels: count,
    }),
  ),
  format: z.object({ format_name: text, duration: text, size: text }),
});
const Answer = z.object({ response: z.object({ metadata: Media }) });
type Stream = z.output<typeof Media>['streams'][number];

/** Shortens the answer of the API to a probe. */
export function summarizeMedia(answer: string): object {
  const { streams, format } = Answer.parse(JSON.parse(answer)).response.metadata;
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
    type,
    codec,
    width,
    height,
    channels,
    ...(isMoving && type === 'video' && frames > 0 && { fps: Number((frames / per).toFixed(3)) }),
    ...(rate !== undefined && { sampleRate: Number(rate) }),
    ...toSeconds(stream.duration),
  };
}

function toSeconds(duration: string | undefined): object {
  return duration === undefined ? {} : { duration: Number(Number(duration).toFixed(3)) };
}
