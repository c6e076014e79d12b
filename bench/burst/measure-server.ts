import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { measureCost } from '../measure-cost.ts';
import { makeLogo, makeMainClip } from '../media.ts';
import { RunningServer } from './running-server.ts';
import { serveFolder } from './serve-folder.ts';

/** The times of a server, in seconds. */
export interface ServerTimes {
  /** From the start of the process until it is ready: in a new home, and again in the same home. */
  readonly starts: { readonly first: number; readonly later: number };
  /** `POST /frame` at 1080p: the first frame of an edit, and one at a nearby second. */
  readonly frames: { readonly first: number; readonly near: number };
  readonly burst: {
    /** One edit from accepted to done, with everything in the cache. */
    readonly alone: number;
    /** Twenty edits at once until the last one is done, and the same with the bare library. */
    readonly all: number;
    readonly bare: number;
  };
}

const BURST = 20;
/**
 * Starts a server twice, requests frames, and submits twenty edits at once.
 *
 * @param folder an empty folder.
 */
export async function measureServer(folder: string): Promise<ServerTimes> {
  const [clip, mark] = [await makeMainClip(), await makeLogo()];
  await using media = await serveFolder(dirname(clip));
  const at = (file: string) => `${media.url}/${basename(file)}`;
  const home = join(folder, 'home');
  const first = await measureStart(home);
  await using server = await RunningServer.start(home);
  const edit = (from: number, resolution = 'hd') => editOf(at(clip), at(mark), from, resolution);
  const frames = {
    first: await server.frame(edit(0, '1080'), 2),
    near: await server.frame(edit(0, '1080'), 2.4),
  };
  await server.render(edit(0));
  const alone = await server.render(edit(1));
  const started = performance.now();
  await Promise.all(Array.from({ length: BURST }, (_, index) => server.render(edit(index))));
  const all = (performance.now() - started) / 1000;
  const list = join(folder, 'burst.json');
  const local = Array.from({ length: BURST }, (_, index) => editOf(clip, mark, index, 'hd'));
  await writeFile(list, JSON.stringify(local));
  const { stdout } = await measureCost(process.execPath, [
    join(import.meta.dirname, 'bare-library.ts'),
    list,
    folder,
  ]);
  return { starts: { first, later: server.startedIn }, frames, burst: { alone, all, bare: Number(stdout) } };
}

async function measureStart(home: string): Promise<number> {
  await using server = await RunningServer.start(home);
  return server.startedIn;
}

/** Returns an edit of five seconds of the clip with a logo and a text. */
function editOf(src: string, mark: string, trim: number, resolution: string): object {
  const text = {
    type: 'text',
    text: `From second ${trim}`,
    font: { family: 'Montserrat', size: 48, weight: 700 },
  };
  const clips = [
    { asset: { type: 'video', src, trim } },
    { asset: { type: 'image', src: mark }, fit: 'none', scale: 0.4, position: 'topRight' },
    { asset: text, position: 'bottom', height: 160 },
  ].map((clip) => ({ clips: [{ ...clip, start: 0, length: 5 }] }));
  return { timeline: { tracks: clips }, output: { format: 'mp4', resolution } };
}
