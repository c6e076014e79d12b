import { setTimeout as wait } from 'node:timers/promises';
import { basename, dirname, join } from 'node:path';
import { RunningServer } from '../burst/running-server.ts';
import { serveFolder } from '../burst/serve-folder.ts';
import { makeClip, makeLogo, makeLongClip, makeMainClip } from '../media.ts';
import { median } from '../ratios.ts';
import { filmOf, longOf, type SegmentMedia, shotsOf, templateOf } from './edits.ts';
import { readTreeCpu } from './tree-cpu.ts';

/** The cost of a render on a server, in seconds. */
interface RenderCost {
  readonly wall: number;
  /** CPU time of the server and all its processes. */
  readonly cpu: number;
}

/** A render that reuses segments, beside the render that it is compared with. */
export interface SegmentRatio {
  readonly name: string;
  readonly first: RenderCost;
  readonly later: RenderCost;
  /** The target of a ratio to the first render, or of the seconds of the later one. */
  readonly target: { readonly of: 'wall' | 'cpu' | 'seconds'; readonly most: number };
}

/** The measurements, by the names of their groups. */
export const SEGMENT_GROUPS = ['variants', 'correction', 'again'] as const;

/** Number of different titles of the template. */
const VARIANTS = 20;
/** Milliseconds after a render until its processes have ended and counted. */
const SETTLE_MS = 1500;
const GB = '20';

/**
 * Measures renders that reuse segments on a server with an empty store, and compares each with the first render.
 *
 * @param folder an empty folder.
 */
export async function measureSegments(
  groups: readonly string[],
  rounds: number,
  folder: string,
): Promise<SegmentRatio[]> {
  const files = [await makeMainClip(), await makeSecondFilm(), await makeLongClip(), await makeLogo()];
  await using served = await serveFolder(dirname(files[0] ?? ''));
  const [film = '', other = '', long = '', logo = ''] = files.map(
    (file) => `${served.url}/${basename(file)}`,
  );
  const media: SegmentMedia = { films: [film, other], long, logo };
  await using server = await RunningServer.start(join(folder, 'home'), { KINORA_SEGMENTS: GB });
  // The sources are in the cache, and every process has started once.
  await server.render(filmOf(shotsOf(media, 2, 50), 1, { words: 'Warm', start: 0, length: 1 }));
  const results: SegmentRatio[] = [];
  if (groups.includes('variants')) results.push(...(await measureVariants(server, media, rounds)));
  if (groups.includes('correction')) results.push(...(await measureCorrections(server, media, rounds)));
  if (groups.includes('again')) results.push(...(await measureAgain(server, media)));
  return results;
}

function makeSecondFilm(): Promise<string> {
  return makeClip('third', { width: 1920, height: 1080, fps: 25, first: 2, mirrored: true });
}

async function measureVariants(
  server: RunningServer,
  media: SegmentMedia,
  rounds: number,
): Promise<SegmentRatio[]> {
  const first = await measure(server, templateOf(media, 'Title'));
  const costs: RenderCost[] = [];
  for (let index = 0; index < VARIANTS; index++)
    costs.push(await measure(server, templateOf(media, `Title ${index + 1}`)));
  const again = await measureTimes(3, () => measure(server, templateOf(media, 'Title')));
  const template = 'half a minute with another title of 3 s';
  return [
    { name: template, first, later: medianCost(costs), target: { of: 'cpu', most: 0.2 } },
    { name: 'the same half minute again', first, later: again, target: { of: 'wall', most: 0.08 } },
    ...(await measureClips(server, media, rounds)),
  ];
}

/** Measures six clips of 5 s with a title of 2 s. */
async function measureClips(
  server: RunningServer,
  media: SegmentMedia,
  rounds: number,
): Promise<SegmentRatio[]> {
  const title = { words: 'Six clips', start: 11, length: 2 };
  return await compareRounds(server, rounds, (round) => {
    const shots = shotsOf(media, 6, round);
    const [one, two, ...others] = shots;
    const swapped = one && two ? [two, one, ...others] : shots;
    return {
      first: filmOf(shots, 5, title),
      later: [
        {
          name: 'six clips of 5 s, other words in a title of 2 s',
          edit: filmOf(shots, 5, { ...title, words: 'Other words' }),
          most: 0.3,
        },
        { name: 'six clips of 5 s, two of them swapped', edit: filmOf(swapped, 5, title), most: 0.45 },
      ],
    };
  });
}

/** Measures ten clips of 6 s with a title of 3 s. */
async function measureCorrections(
  server: RunningServer,
  media: SegmentMedia,
  rounds: number,
): Promise<SegmentRatio[]> {
  const title = { words: 'Ten clips', start: 13, length: 3 };
  const inside = await compareRounds(server, rounds, (round) => {
    const shots = shotsOf(media, 10, round);
    const [other] = shotsOf(media, 1, round + 10);
    const replaced = shots.map((shot, index) => (index === 6 && other ? other : shot));
    return {
      first: filmOf(shots, 6, title),
      later: [
        { name: 'ten clips of 6 s, one of them replaced', edit: filmOf(replaced, 6, title), most: 0.2 },
        {
          name: 'ten clips of 6 s, the title 1 s later in one clip',
          edit: filmOf(shots, 6, { ...title, start: 14 }),
          most: 0.2,
        },
        {
          name: 'ten clips of 6 s, the title moved across a cut',
          edit: filmOf(shots, 6, { ...title, start: 16.5 }),
          most: 0.35,
        },
      ],
    };
  });
  return inside;
}

async function measureAgain(server: RunningServer, media: SegmentMedia): Promise<SegmentRatio[]> {
  const edit = longOf(media) as { output: object };
  const first = await measure(server, edit);
  const again = await measureTimes(3, () => measure(server, edit));
  const callback = `${new URL(media.logo).origin}/${basename(new URL(media.logo).pathname)}`;
  const renamed = await measureTimes(3, () => measure(server, { ...edit, callback }));
  const target = { of: 'seconds', most: 3 } as const;
  return [
    { name: 'ten minutes again', first, later: again, target },
    { name: 'ten minutes again, with a callback', first, later: renamed, target },
  ];
}

/** An edit and those that change little of it. */
interface Round {
  readonly first: object;
  readonly later: readonly { readonly name: string; readonly edit: object; readonly most: number }[];
}

/** Renders the edits of each round in turns. Returns the round with the median ratio for each later edit. */
async function compareRounds(
  server: RunningServer,
  rounds: number,
  createRound: (round: number) => Round,
): Promise<SegmentRatio[]> {
  const found: SegmentRatio[] = [];
  for (let index = 0; index < rounds; index++) {
    const round = createRound(index);
    const first = await measure(server, round.first);
    for (const { name, edit, most } of round.later)
      found.push({ name, first, later: await measure(server, edit), target: { of: 'wall', most } });
  }
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap((same) => {
    const middle = median(same.map(wallRatioOf));
    return same.filter((one) => wallRatioOf(one) === middle).slice(0, 1);
  });
}

function wallRatioOf({ first, later }: SegmentRatio): number {
  return later.wall / first.wall;
}

async function measureTimes(times: number, work: () => Promise<RenderCost>): Promise<RenderCost> {
  const costs: RenderCost[] = [];
  for (let index = 0; index < times; index++) costs.push(await work());
  return medianCost(costs);
}

function medianCost(costs: readonly RenderCost[]): RenderCost {
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.map(({ cpu }) => cpu)) };
}

async function measure(server: RunningServer, edit: object): Promise<RenderCost> {
  const before = await readTreeCpu(server.pid);
  const wall = await server.render(edit);
  await wait(SETTLE_MS);
  return { wall, cpu: (await readTreeCpu(server.pid)) - before };
}
