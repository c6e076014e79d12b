import { execFileSync } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ffmpegArguments, losslessArguments, meltArguments } from './experts.ts';
import type { LimitTask } from './limit.ts';
import { measureSsim } from './measure-ssim.ts';
import { type Cost, measureCost } from './measure-cost.ts';
import { type Ratios, ratiosOf, type Rounds } from './ratios.ts';
import type { Workload } from './workloads/index.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
const SIZES = { hd: { width: 1280, height: 720 }, '1080': { width: 1920, height: 1080 } } as const;

/** The result of a workload: the measurements, and the ratios derived from them. */
export interface Comparison {
  readonly rounds: Rounds;
  readonly ratios: Ratios;
  /** File sizes in bytes. */
  readonly sizes: { readonly kinora: number; readonly ffmpeg: number; readonly melt?: number };
  /**
   * SSIM of Kinora's and FFmpeg's file, each compared with its encoder's input, and of the two files with
   * each other. Absent if another workload has the same content.
   */
  readonly ssim?: { readonly kinora: number; readonly ffmpeg: number; readonly between: number };
}

/** The folders of a comparison. */
interface ComparisonFolders {
  readonly folder: string;
  /** In memory, for lossless pictures: two gigabytes for half a minute. */
  readonly memoryFolder: string;
}

/**
 * Makes a workload with Kinora, FFmpeg and MLT, and by decoding and encoding alone, in turns.
 *
 * @param rounds number of repetitions.
 */
export async function compare(
  workload: Workload,
  rounds: number,
  place: ComparisonFolders,
): Promise<Comparison> {
  const { folder, memoryFolder } = place;
  const { name, melt, repeats } = workload;
  const size = SIZES[(workload.edit as { output: { resolution: keyof typeof SIZES } }).output.resolution];
  const edit = join(folder, `${name}.json`);
  await writeFile(edit, JSON.stringify(workload.edit));
  const files = {
    kinora: join(folder, `${name}.mp4`),
    ffmpeg: join(folder, `${name}-ffmpeg.mp4`),
    melt: join(folder, `${name}-melt.mp4`),
  };
  try {
    const limit = await prepareLimit(workload, size, place);
    const costs: { [Maker in keyof Required<Rounds>]: Cost[] } = {
      kinora: [],
      ffmpeg: [],
      melt: [],
      limit: [],
    };
    for (let round = 0; round < rounds; round++) {
      costs.kinora.push(
        await measure(process.execPath, [KINORA, 'render', '--no-cache', edit, '-o', files.kinora]),
      );
      costs.ffmpeg.push(await measure('ffmpeg', ffmpegArguments(workload, files.ffmpeg)));
      if (melt)
        costs.melt.push(
          await measure('melt', meltArguments(melt, size, files.melt), { QT_QPA_PLATFORM: 'offscreen' }),
        );
      costs.limit.push(await limit());
    }
    const allRounds: Rounds = { ...costs, ...(!melt && { melt: undefined }) } as Rounds;
    const bytes = async (file: string) => (await stat(file)).size;
    return {
      rounds: allRounds,
      ratios: ratiosOf(allRounds, availableParallelism()),
      sizes: {
        kinora: await bytes(files.kinora),
        ffmpeg: await bytes(files.ffmpeg),
        ...(melt && { melt: await bytes(files.melt) }),
      },
      ...(!repeats && { ssim: await compareQuality(workload, files, size, memoryFolder) }),
    };
  } finally {
    await rm(memoryFolder, { recursive: true, force: true });
  }
}

async function measure(...command: Parameters<typeof measureCost>): Promise<Cost> {
  const { wall, cpu, memory } = await measureCost(...command);
  return { wall, cpu, memory };
}

/**
 * Makes the finished pictures of a workload.
 *
 * @returns a function that measures decoding and encoding alone.
 */
async function prepareLimit(
  workload: Workload,
  size: { readonly width: number; readonly height: number },
  { folder, memoryFolder }: ComparisonFolders,
): Promise<() => Promise<Cost>> {
  const { of, count } = workload.repeats ?? { of: workload, count: 1 };
  await mkdir(memoryFolder, { recursive: true });
  const edit = join(memoryFolder, 'edit.json');
  await writeFile(edit, JSON.stringify(of.edit));
  await measureCost(process.execPath, [join(import.meta.dirname, 'record-frames.ts'), edit, memoryFolder]);
  const task: LimitTask = {
    decoded: of.decoded,
    stills: of.stills,
    ...size,
    pictures: join(memoryFolder, 'pictures'),
    sound: join(memoryFolder, 'sound'),
    to: join(folder, 'limit.mp4'),
  };
  const file = join(folder, 'limit.json');
  await writeFile(file, JSON.stringify(task));
  return async () => {
    const { stdout, memory: peak } = await measureCost(process.execPath, [
      join(import.meta.dirname, 'limit.ts'),
      file,
    ]);
    const { wall, cpu } = JSON.parse(stdout) as Pick<Cost, 'wall' | 'cpu'>;
    return { wall: wall * count, cpu: cpu * count, memory: peak };
  };
}

async function compareQuality(
  workload: Workload,
  files: { readonly kinora: string; readonly ffmpeg: string },
  raw: { readonly width: number; readonly height: number },
  memory: string,
): Promise<NonNullable<Comparison['ssim']>> {
  const pictures = join(memory, 'pictures');
  const kinora = measureSsim({ file: pictures, rawSize: raw }, { file: files.kinora });
  await rm(pictures);
  execFileSync('ffmpeg', losslessArguments(workload, pictures));
  const ffmpeg = measureSsim({ file: pictures }, { file: files.ffmpeg });
  return { kinora, ffmpeg, between: measureSsim({ file: files.kinora }, { file: files.ffmpeg }) };
}
