import { expect, it } from 'vitest';
import type { Asset, Duck } from '../../edit/model.ts';
import { clip, editOf, mediaOf, track } from './edit.fixture.ts';
import { resolve } from './resolve.ts';

type Ducks = { readonly duck?: Duck };

function audio(fields: Ducks): Asset {
  return { type: 'audio', src: 'song', ...fields };
}

const media = mediaOf({ song: { kind: 'av', audio: track(8) } });

/** Returns under which clips each sound of an edit goes down, and by how much. */
function ducksOf(
  assets: readonly (readonly [Asset, string?])[],
  soundtrackDuck?: Duck,
): Record<string, unknown> {
  const edit = editOf([assets.map(([asset, alias]) => clip({ asset, length: 2, ...(alias && { alias }) }))]);
  const soundtrack = { src: 'song', ...(soundtrackDuck && { duck: soundtrackDuck }) };
  const timeline = { ...edit.timeline, soundtrack };
  const { audioClips } = resolve({ ...edit, timeline }, media, 'interface');
  return Object.fromEntries(
    audioClips.map(({ field, duck }) => [field.replace('timeline.', ''), duck && [...duck.under, duck.by]]),
  );
}

const [FIRST, SECOND, THIRD] = [0, 1, 2].map((index) => `timeline.tracks[0].clips[${index}]`);

it('goes down by 12 dB under all clips that do not go down themselves', () => {
  const found = ducksOf([[audio({})], [audio({ duck: {} })], [audio({})]], {});
  expect(found).toEqual({
    'tracks[0].clips[0]': undefined,
    'tracks[0].clips[1]': [FIRST, THIRD, 12],
    'tracks[0].clips[2]': undefined,
    soundtrack: [FIRST, THIRD, 12],
  });
});

it('goes down under the named clips, which may go down themselves', () => {
  const found = ducksOf(
    [
      [audio({}), 'a'],
      [audio({ duck: { under: 'alias://a' } }), 'b'],
      [audio({}), 'c'],
    ],
    {
      under: ['alias://b', 'alias://c'],
      by: 6,
    },
  );
  expect(found).toMatchObject({ 'tracks[0].clips[1]': [FIRST, 12], soundtrack: [SECOND, THIRD, 6] });
});

it('does not go down unless the edit says it', () => {
  expect(Object.values(ducksOf([[audio({})], [audio({})]]))).toEqual([undefined, undefined, undefined]);
});
