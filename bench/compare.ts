import { execFileSync } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ffmpegFor, losslessFor, meltFor } from './experts.ts';
import type { LimitTask } from './limit.ts';
import { likeness } from './likeness.ts';
import { type Cost, costOf } from './measure.ts';
import { type Ratios, ratiosOf, type Rounds } from './ratios.ts';
import type { Workload } from './workloads/index.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
const SIZES = { hd: { width: 1280, height: 720 }, '1080': { width: 1920, height: 1080 } } as const;

/** What came of a workload: everything that was measured, and what it means. */
export interface Compared {
  readonly rounds: Rounds;
  readonly ratios: Ratios;
  /** Bytes of the files. */
  readonly sizes: { readonly kinora: number; readonly ffmpeg: number; readonly melt?: number };
  /** SSIM of our file and FFmpeg's, each to what went into its encoder, and of the two files; absent where another workload says it. */
  readonly ssim?: { readonly kinora: number; readonly ffmpeg: number; readonly between: number };
}

/** Where the files of a comparison are. */
interface Place {
  readonly folder: string;
  /** In memory: pictures without loss, two gigabytes for half a minute. */
  readonly memory: string;
}

/**
 * Makes a workload with Kinora, FFmpeg and MLT and by decoding and encoding alone, in turns.
 *
 * @param rounds how often.
 */
export async function compare(workload: Workload, rounds: number, place: Place): Promise<Compared> {
  const { folder, memory } = place;
  const { name, melt, times } = workload;
  const size = SIZES[(workload.edit as { output: { resolution: keyof typeof SIZES } }).output.resolution];
  const edit = join(folder, `${name}.json`);
  await writeFile(edit, JSON.stringify(workload.edit));
  const files = {
    kinora: join(folder, `${name}.mp4`),
    ffmpeg: join(folder, `${name}-ffmpeg.mp4`),
    melt: join(folder, `${name}-melt.mp4`),
  };
  try {
    const limit = await limitOf(workload, size, place);
    const costs: { [Maker in keyof Required<Rounds>]: Cost[] } = {
      kinora: [],
      ffmpeg: [],
      melt: [],
      limit: [],
    };
    for (let round = 0; round < rounds; round++) {
      costs.kinora.push(await cost(process.execPath, [KINORA, 'render', edit, '-o', files.kinora]));
      costs.ffmpeg.push(await cost('ffmpeg', ffmpegFor(workload, files.ffmpeg)));
      if (melt)
        costs.melt.push(
          await cost('melt', meltFor(melt, size, files.melt), { QT_QPA_PLATFORM: 'offscreen' }),
        );
      costs.limit.push(await limit());
    }
    const all: Rounds = { ...costs, ...(!melt && { melt: undefined }) } as Rounds;
    const bytes = async (file: string) => (await stat(file)).size;
    return {
      ...{ rounds: all, ratios: ratiosOf(all, availableParallelism()) },
      sizes: {
        ...{ kinora: await bytes(files.kinora), ffmpeg: await bytes(files.ffmpeg) },
        ...(melt && { melt: await bytes(files.melt) }),
      },
      ...(!times && { ssim: await ssimOf(workload, files, size, memory) }),
    };
  } finally {
    await rm(memory, { recursive: true, force: true });
  }
}

async function cost(...command: Parameters<typeof costOf>): Promise<Cost> {
  const { wall, cpu, memory } = await costOf(...command);
  return { wall, cpu, memory };
}

/** Makes the finished pictures of a workload. @returns what measures decoding and encoding alone. */
async function limitOf(
  workload: Workload,
  size: { readonly width: number; readonly height: number },
  { folder, memory }: Place,
): Promise<() => Promise<Cost>> {
  const { of, count } = workload.times ?? { of: workload, count: 1 };
  await mkdir(memory, { recursive: true });
  const edit = join(memory, 'edit.json');
  await writeFile(edit, JSON.stringify(of.edit));
  await costOf(process.execPath, [join(import.meta.dirname, 'finished.ts'), edit, memory]);
  const task: LimitTask = {
    ...{ seen: of.seen, stills: of.stills, ...size },
    ...{ pictures: join(memory, 'pictures'), sound: join(memory, 'sound'), to: join(folder, 'limit.mp4') },
  };
  const file = join(folder, 'limit.json');
  await writeFile(file, JSON.stringify(task));
  return async () => {
    const { said, memory: most } = await costOf(process.execPath, [
      join(import.meta.dirname, 'limit.ts'),
      file,
    ]);
    const { wall, cpu } = JSON.parse(said) as Pick<Cost, 'wall' | 'cpu'>;
    return { wall: wall * count, cpu: cpu * count, memory: most };
  };
}

async function ssimOf(
  workload: Workload,
  files: { readonly kinora: string; readonly ffmpeg: string },
  raw: { readonly width: number; readonly height: number },
  memory: string,
): Promise<NonNullable<Compared['ssim']>> {
  const pictures = join(memory, 'pictures');
  const kinora = likeness({ file: pictures, raw }, { file: files.kinora });
  await rm(pictures);
  execFileSync('ffmpeg', losslessFor(workload, pictures));
  const ffmpeg = likeness({ file: pictures }, { file: files.ffmpeg });
  return { kinora, ffmpeg, between: likeness({ file: files.kinora }, { file: files.ffmpeg }) };
}
