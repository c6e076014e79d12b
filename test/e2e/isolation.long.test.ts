import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { tryRender, createOneClipEdit, type Outcome, serveFiles } from './try-render.ts';
import { damageFile, makeIntactFiles } from './damage-file.ts';
import { childrenOf } from './processes.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let server: FixtureServer;
const files: Record<string, Buffer> = {};

beforeAll(async () => {
  media = await createMediaFolder();
  Object.assign(files, await makeIntactFiles(media.path));
  server = await serveFiles(files);
});

afterAll(async () => {
  await server.close();
  await media[Symbol.asyncDispose]();
});

/** Starts a render of a film and waits for its first frame. */
async function startRender(seconds: number): Promise<{ outcome: Promise<Outcome> }> {
  const edit = createOneClipEdit({ type: 'video', src: `${server.url}/film.mp4` }, { length: seconds });
  return new Promise((resolve) => {
    const outcome = tryRender(edit, {
      onProgress: ({ frame }) => frame !== undefined && resolve({ outcome }),
    });
  });
}

test('a killed render process does not affect other renders', async () => {
  const before = await childrenOf(process.pid);
  const victim = await startRender(3000);
  const [doomed] = (await childrenOf(process.pid)).filter((id) => !before.includes(id));
  const other = await startRender(20);
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
  'damage %i to a %s, %s, results in a film or one message',
  async (seed, type, name) => {
    const damaged = `${seed}-${name}`;
    files[damaged] = damageFile(files[name]!, seed);
    const outcome = await tryRender(
      createOneClipEdit({ type, src: `${server.url}/${damaged}` }, { length: 1 }),
    );
    if ('produced' in outcome) expect(outcome.produced.frames).toBe(12);
    else {
      expect(['asset_not_media', 'asset_too_large']).toContain(outcome.code);
      expect(outcome.sentence).toContain(`timeline.tracks[0].clips[0].asset.src: ${server.url}/${damaged} `);
    }
  },
);
