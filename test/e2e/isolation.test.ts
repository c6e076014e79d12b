import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { mediaFolder } from '../media/rendered.ts';
import { attempt, oneClip, type Outcome, serveFiles } from './attempt.ts';
import { damaged, soundFiles } from './damage.ts';
import { childrenOf } from './processes.ts';

let media: Awaited<ReturnType<typeof mediaFolder>>;
let server: FixtureServer;
const files: Record<string, Buffer> = {};

beforeAll(async () => {
  media = await mediaFolder();
  Object.assign(files, await soundFiles(media.path));
  server = await serveFiles(files);
});

afterAll(async () => {
  await server.close();
  await media[Symbol.asyncDispose]();
});

/** Begins a render of a film, and waits until it makes frames. */
async function begun(seconds: number): Promise<{ outcome: Promise<Outcome> }> {
  const edit = oneClip({ type: 'video', src: `${server.url}/film.mp4` }, { length: seconds });
  return new Promise((resolve) => {
    const outcome = attempt(edit, { onProgress: ({ frame }) => frame !== undefined && resolve({ outcome }) });
  });
}

test('a render whose process is killed fails alone', async () => {
  const before = await childrenOf(process.pid);
  const victim = await begun(3000);
  const [doomed] = (await childrenOf(process.pid)).filter((id) => !before.includes(id));
  const other = await begun(20);
  process.kill(doomed!, 'SIGKILL');
  expect(await victim.outcome).toEqual({
    code: 'render_crashed',
    sentence: 'The render process ended unexpectedly.',
  });
  expect(await other.outcome).toMatchObject({ produced: { frames: 240 } });
});

const KINDS = [
  ['video', 'film.mp4'],
  ['video', 'film.mkv'],
  ['image', 'photograph.jpg'],
  ['image', 'picture.png'],
  ['image', 'picture.webp'],
] as const;

const CASES = Array.from({ length: 30 }, (_, seed) => [seed, ...KINDS[seed % KINDS.length]!] as const);

test.concurrent.each(CASES)(
  'damage %i to a %s, %s, ends in a film or in one sentence',
  async (seed, type, name) => {
    const hurt = `${seed}-${name}`;
    files[hurt] = damaged(files[name]!, seed);
    const outcome = await attempt(oneClip({ type, src: `${server.url}/${hurt}` }, { length: 1 }));
    if ('produced' in outcome) expect(outcome.produced.frames).toBe(12);
    else {
      expect(['asset_not_media', 'asset_too_large']).toContain(outcome.code);
      expect(outcome.sentence).toContain(`timeline.tracks[0].clips[0].asset.src: ${server.url}/${hurt} is `);
    }
  },
);
