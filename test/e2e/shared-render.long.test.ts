import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { nameRenderFiles } from '../../src/edit/index.ts';
import { packEdit } from '../../src/edit/model.ts';
import { DiskSegments } from '../../src/hosting/segments/disk-segments.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { openRenderer } from '../../src/render/renderer.ts';
import type { SegmentStore } from '../../src/render/streams/segment-store.ts';
import type {
  SharedStreams,
  ShareStreams,
  StreamClaims,
  StreamToMake,
} from '../../src/render/streams/stream-sharing.ts';
import { createBeeps, makeClip, type Painter } from '../media/clips.ts';
import { createMediaFolder, readEdit, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 160, height: 90 };
const SECONDS = 30;
/** Number of segments of the film. Each has 6 seconds. */
const SEGMENTS = 5;
const OWNER = 'test';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let sources: Sources;
const browser = testBrowser();
beforeAll(async () => {
  media = await createMediaFolder();
  sources = openSources({ folder: media.path('cache'), allowHosts: [], localFiles: media.path('.') });
  const film = { ...SIZE, clock: 25, keyframeEvery: 25, crf: 19, paint: paintNoise };
  const sound = { samples: SECONDS * 48_000, wave: createBeeps([1, 8, 20, 29], 0.8) };
  const ticks = Array.from({ length: SECONDS * 25 }, (_, index) => index);
  await makeClip(media.path('film.mp4'), { ...film, ticks, sound });
  // Every second frame is late, so the film must be prepared.
  const uneven = ticks.map((tick) => 2 * tick + (tick % 2));
  await makeClip(media.path('uneven.mp4'), { ...film, clock: 50, ticks: uneven, sound });
});
afterAll(async () => {
  await browser.close();
  await sources.close();
  await media[Symbol.asyncDispose]();
});

const editOf = (name: string, asset: object = {}): object => ({
  timeline: {
    tracks: [
      { clips: [{ asset: { type: 'text', text: 'A title' }, start: 20, length: 3 }] },
      {
        clips: [{ asset: { type: 'video', src: media.path(name), ...asset }, start: 0, length: SECONDS }],
      },
    ],
  },
  output: { format: 'mp4', size: SIZE, fps: 25 },
});

/** A render whose last streams a helper makes, and the bytes that it read for that. */
interface Helped {
  readonly bytes: Buffer;
  /** The streams that the helper made. */
  readonly made: readonly StreamToMake[];
  /** Bytes that were read by ranges. */
  readonly read: number;
  readonly failure: unknown;
}

/** The options of a helper. */
interface Help {
  /** Number of streams that it makes. */
  readonly count?: number;
  /** True if it begins with the sound. */
  readonly makesSound?: boolean;
  /** True if the store is a folder on the same disk. Default: its bytes travel, as from S3. */
  readonly isInPlace?: boolean;
  /** Called before it begins. @param folder the store. */
  readonly before?: (folder: string) => Promise<void>;
}

/** The streams of a render, of which one helper makes some before the render makes the rest. */
class Sharing implements SharedStreams {
  /** The streams that the helper has made. */
  readonly made: StreamToMake[] = [];
  failure: unknown;
  private free: StreamToMake[] = [];
  private missing = 0;
  private readonly help: (claims: StreamClaims) => Promise<unknown>;
  private readonly helped = Promise.withResolvers<unknown>();

  /** @param help makes streams until there is none, or fails. */
  constructor(streams: readonly StreamToMake[], help: Sharing['help']) {
    this.free = [...streams];
    this.missing = streams.length;
    this.help = help;
  }

  async claim(): Promise<StreamToMake | undefined> {
    await this.helped.promise;
    return this.free.shift();
  }

  report(): void {
    // The progress is not used.
  }

  finish(): Promise<void> {
    this.missing -= 1;
    return Promise.resolve();
  }

  progress(): Promise<{ missing: number; frames: number }> {
    return Promise.resolve({ missing: this.missing, frames: 0 });
  }

  async invite(): Promise<void> {
    let current: StreamToMake | undefined;
    try {
      await this.help({
        claim: () => Promise.resolve((current = this.free.pop())),
        report: () => undefined,
        finish: (stream) => {
          this.made.push(stream);
          current = undefined;
          return this.finish();
        },
      });
    } catch (error) {
      this.failure = error;
      // The claim of a helper that fails ends.
      if (current) this.free.push(current);
    }
    this.helped.resolve(undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

/** Renders an edit together with a helper. */
async function renderWithHelp(edit: object, help: Help = {}): Promise<Helped> {
  const { count = 2, makesSound = false, isInPlace = false, before } = help;
  const folder = await mkdtemp(media.path('shared-'));
  const read = { bytes: 0 };
  const segments = countReads(new DiskSegments(join(folder, 'store'), 1e9), isInPlace, read);
  const renderer = openRenderer({ sources, browser, folder, log: SILENT, segments });
  const parsed = readEdit(edit);
  const { signal } = new AbortController();
  const options = { owner: OWNER, watermark: false, signal };
  let sharing: Sharing | undefined;
  const share: ShareStreams = ({ position, handout, streams }) => {
    const last = (stream: StreamToMake): number => Number((stream.frames === 0) === makesSound);
    const inOrder = streams.toSorted((one, other) => last(one) - last(other));
    const shared = new Sharing(inOrder, async (claims) => {
      await before?.(join(folder, 'store'));
      const mayGoOn = (): boolean => shared.made.length < count;
      const to = { ...options, folder: join(folder, 'helper') };
      await renderer.help(packEdit(parsed), { position, handout, claims, mayGoOn }, to);
    });
    sharing = shared;
    return Promise.resolve(shared);
  };
  await mkdir(join(folder, 'render'));
  const files = nameRenderFiles(parsed.edit.output, join(folder, 'out'), '.mp4');
  await renderer.render(parsed, files, { ...options, folder: join(folder, 'render'), share });
  await renderer.close();
  const { made = [], failure } = sharing ?? {};
  return { bytes: await readFile(join(folder, 'out.mp4')), made, read: read.bytes, failure };
}

/** Counts the bytes that are read by ranges. @param isInPlace false if the files of the store cannot be linked. */
function countReads(store: DiskSegments, isInPlace: boolean, read: { bytes: number }): SegmentStore {
  return {
    find: (...kept) => store.find(...kept),
    keep: (...kept) => store.keep(...kept),
    keepOnce: (...kept) => store.keepOnce(...kept),
    remove: (...kept) => store.remove(...kept),
    async open(owner, identity, path) {
      const file = await store.open(owner, identity, isInPlace ? path : `${path}-elsewhere`);
      if (!file) return undefined;
      return {
        size: file.size,
        isInPlace,
        async read(from, to, signal) {
          const bytes = await file.read(from, to, signal);
          read.bytes += bytes.length;
          return bytes;
        },
        [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
      };
    },
  };
}

/** Paints noise, so that the film is large. */
function paintNoise({ y }: Parameters<Painter>[0]): void {
  randomFillSync(y.data);
}

/** The files that one process makes, by their edits. */
const alone = new Map<string, Promise<Buffer>>();

function renderAlone(edit: object): Promise<Buffer> {
  const render = async (): Promise<Buffer> => {
    await renderEdit(edit, media.path('alone.mp4'));
    return await readFile(media.path('alone.mp4'));
  };
  const text = JSON.stringify(edit);
  const rendering = alone.get(text) ?? render();
  alone.set(text, rendering);
  return rendering;
}

/** Returns the path of the film in a store. */
async function findFilm(store: string): Promise<string> {
  const { size } = await stat(media.path('film.mp4'));
  for (const name of await readdir(store))
    if ((await stat(join(store, name))).size === size) return join(store, name);
  throw new Error('The film is not kept.');
}

it('reads only the parts of a film that a helper needs, and makes the same file', async () => {
  const edit = editOf('film.mp4');
  const { size } = await stat(media.path('film.mp4'));
  expect(size).toBeGreaterThan(5_000_000);
  const { bytes, made, read, failure } = await renderWithHelp(edit);
  expect(failure).toBeUndefined();
  expect(made.map(({ position }) => position)).toEqual([SEGMENTS - 1, SEGMENTS - 2]);
  expect(read).toBeLessThan((2.6 / SEGMENTS) * size);
  expect(bytes.equals(await renderAlone(edit))).toBe(true);
});

it('makes the rest alone, and the same file, if the film is damaged or lost in the store', async () => {
  const edit = editOf('film.mp4');
  const whole = await renderAlone(edit);
  const damage = async (store: string): Promise<void> => {
    const { size } = await stat(media.path('film.mp4'));
    await using file = await open(await findFilm(store), 'r+');
    await file.write(Buffer.alloc(1000), 0, 1000, Math.round(size * 0.75));
  };
  for (const isInPlace of [true, false]) {
    const damaged = await renderWithHelp(edit, { before: damage, isInPlace });
    expect(damaged.failure).toMatchObject({ code: 'storage_failed' });
    expect(damaged.bytes.equals(whole)).toBe(true);
  }
  const lost = await renderWithHelp(edit, { before: async (store) => rm(await findFilm(store)) });
  expect(lost.failure).toMatchObject({ code: 'storage_failed' });
  expect(lost.made).toEqual([]);
  expect(lost.bytes.equals(whole)).toBe(true);
});

it.each([
  ['a film in a folder', 'film.mp4', {}, { isInPlace: true }],
  ['the sound of a film', 'film.mp4', {}, { makesSound: true }],
  ['a film without its silences', 'film.mp4', { cutSilence: {} }, { makesSound: true, count: 9 }],
  ['a film that is prepared', 'uneven.mp4', {}, { count: 9 }],
  ['a film that is prepared on demand', 'film.mp4', { transcode: true }, {}],
] as const)('makes the same file of %s', async (_name, film, asset, help) => {
  const edit = editOf(film, asset);
  const { bytes, made, failure } = await renderWithHelp(edit, help);
  expect(failure).toBeUndefined();
  expect(made.length).toBeGreaterThan(1);
  expect(bytes.equals(await renderAlone(edit))).toBe(true);
});
