import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSound } from '../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import type { Edit } from '../../edit/index.ts';
import { measureSilences } from './measure-silences.ts';
import { measureSources } from './measure-sources.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  const wave = (second: number): number => (second < 1 ? Math.sin(3000 * second) : 0);
  await encodeSound(media.path('tone.wav'), { codec: 'pcm_s16le', container: 'wav', seconds: 3, wave });
});
afterAll(() => media[Symbol.asyncDispose]());

it('adds the silences of the sounds out of which they are cut, once for each setting', async () => {
  const files = { tone: media.path('tone.wav'), other: media.path('tone.wav') };
  const measured = await measureSources(files);
  const clips = [{}, { keep: 0.2 }, { threshold: -20 }].map((cutSilence) => {
    return { asset: { type: 'audio', src: 'tone', cutSilence }, start: 0, length: 1 } as const;
  });
  const gone = { asset: { type: 'audio', src: 'gone', cutSilence: {} }, start: 0, length: 1 } as const;
  const edit: Edit = { timeline: { tracks: [{ clips: [...clips, gone] }] }, output: { format: 'mp3' } };
  const silences = { spans: [[100, 300]], end: 300 };
  expect(await measureSilences(edit, measured, files)).toEqual({
    ...measured,
    tone: { ...measured['tone'], silences: { '-40 0.5': silences, '-20 0.5': silences } },
  });
});
