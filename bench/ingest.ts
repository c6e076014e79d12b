import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenditionTransformation } from '../src/ingest/model.ts';
import { listFileAccess } from '../src/render/child/list-file-access.ts';
import type { TaskMessage } from '../src/render/child/messages.ts';
import { CHILD_ENVIRONMENT, CHILD_OPTIONS } from '../src/render/child/process-pool.ts';
import { type Cost, measureCost } from './measure-cost.ts';
import { makeLongClip, makeMainClip } from './media.ts';
import { median } from './ratios.ts';

/** The program that the service starts for each rendition. */
const CHILD = join(import.meta.dirname, '../src/render/child/child.js');
/** Frames per second of the main clip. */
const RATE = 25;

/** A rendition, and the options of the FFmpeg command line that makes the same. */
interface IngestTask {
  readonly makeSource: () => Promise<string>;
  readonly transformation: RenditionTransformation & { readonly format: string };
  readonly ffmpeg: readonly string[];
}

/** The costs of a rendition, in rounds, and Kinora's relative to FFmpeg's. */
export interface IngestCosts {
  readonly kinora: readonly Cost[];
  readonly ffmpeg: readonly Cost[];
  /** Medians over the rounds of the ratios to FFmpeg. */
  readonly wall: number;
  readonly cpu: number;
  /** File sizes in bytes. */
  readonly sizes: { readonly kinora: number; readonly ffmpeg: number };
}

const scale = (width: number, height: number): string[] => [
  '-vf',
  `scale=${width}:${height}:flags=bicubic,format=yuv420p`,
];
const COLOUR_TAGS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];
const KEYFRAMES = ['-g', String(2 * RATE)];
const MP3 = {
  transformation: { format: 'mp3' },
  ffmpeg: [
    ...['-vn', '-c:a', 'libmp3lame', '-b:a', '192k', '-compression_level', '2', '-joint_stereo', '1'],
    ...['-id3v2_version', '0'],
  ],
} as const;

const TASKS: Readonly<Record<string, IngestTask>> = {
  'mp4, 720p': {
    makeSource: makeMainClip,
    transformation: { format: 'mp4', resolution: 'hd' },
    ffmpeg: [
      ...scale(1280, 720),
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '21', ...KEYFRAMES],
      ...['-x264-params', 'scenecut=0:open-gop=0:cpu-independent=1', ...COLOUR_TAGS],
      ...['-c:a', 'aac', '-aac_coder', 'twoloop', '-aac_pns', '0', '-aac_tns', '0', '-b:a', '160k'],
      ...['-movflags', '+faststart'],
    ],
  },
  'webm, 360p': {
    makeSource: makeMainClip,
    transformation: { format: 'webm', resolution: 'mobile' },
    ffmpeg: [
      ...scale(640, 360),
      ...['-c:v', 'libvpx-vp9', '-crf', '31', '-b:v', '0', '-deadline', 'good', '-cpu-used', '5'],
      ...[
        '-row-mt',
        '1',
        '-tile-columns',
        '1',
        '-keyint_min',
        String(2 * RATE),
        ...KEYFRAMES,
        ...COLOUR_TAGS,
      ],
      ...['-c:a', 'libopus', '-b:a', '128k', '-cues_to_front', '1'],
    ],
  },
  mp3: { makeSource: makeMainClip, ...MP3 },
  'mp3, ten minutes': { makeSource: makeLongClip, ...MP3 },
};

/**
 * Makes renditions of 1080p with Kinora and with FFmpeg, in turns. The costs of Kinora are those of the process
 * that the service starts for each rendition, with its start. The service itself costs nothing meanwhile.
 *
 * @param rounds number of repetitions.
 * @param folder an empty folder.
 */
export async function measureIngest(rounds: number, folder: string): Promise<Record<string, IngestCosts>> {
  const costs: Record<string, IngestCosts> = {};
  for (const [name, task] of Object.entries(TASKS)) costs[name] = await compareTask(task, rounds, folder);
  return costs;
}

async function compareTask(
  { makeSource, transformation, ffmpeg: options }: IngestTask,
  rounds: number,
  folder: string,
): Promise<IngestCosts> {
  const source = await makeSource();
  const to = { folder, name: 'kinora' };
  const own = join(folder, `${to.name}.${transformation.format}`);
  const expert = join(folder, `ffmpeg.${transformation.format}`);
  const convert = { kind: 'convert', files: {}, path: source, transformation, to } as const;
  const containment = { access: listFileAccess(convert, {}), isRequired: false };
  const task: TaskMessage = { ...convert, containment };
  const [kinora, ffmpeg]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await rm(own, { force: true });
    kinora.push(await measureCost(process.execPath, [...CHILD_OPTIONS, CHILD], CHILD_ENVIRONMENT, task));
    ffmpeg.push(await measureCost('ffmpeg', ['-v', 'error', '-y', '-i', source, ...options, expert]));
  }
  const ratio = (key: 'wall' | 'cpu'): number =>
    median(kinora.map((cost, round) => cost[key] / (ffmpeg[round]?.[key] ?? NaN)));
  const bytes = async (file: string): Promise<number> => (await stat(file)).size;
  const sizes = { kinora: await bytes(own), ffmpeg: await bytes(expert) };
  return { kinora, ffmpeg, wall: ratio('wall'), cpu: ratio('cpu'), sizes };
}
