import { expect, it } from 'vitest';
import { addCaptions, followClip, listSpeechClips, toggleDuck } from './captions.ts';
import { listSpans, nameClip } from './clip-spans.ts';
import { changeText, type DraftClip, type DraftEdit, writeEdit } from './edit-text.ts';
import { standInForMissing } from './preview/stand-ins.ts';

const speech = { type: 'text-to-speech', text: 'Welcome to the beach.', voice: 'Amy' };
const EDIT: DraftEdit = {
  timeline: {
    tracks: [
      {
        clips: [
          { asset: { type: 'video', src: 'a.mp4' }, start: 0, length: 4, alias: 'speech' },
          { asset: { type: 'text', text: 'Hello' }, start: 4, length: 1 },
        ],
      },
      { clips: [{ asset: speech, start: 1, length: 2 }] },
    ],
  },
};
const spans = listSpans(EDIT);

it('adds captions that begin and end with the clip, which gets a name of its own', () => {
  const { changes, place } = addCaptions(EDIT, { track: 1, clip: 0 }, true);
  const edit = JSON.parse(changeText(writeEdit(EDIT), changes)) as DraftEdit;
  const [captions, , spoken] = (edit.timeline?.tracks ?? []).map(({ clips }) => clips?.[0]);
  expect(place).toEqual({ track: 0, clip: 0 });
  expect(spoken?.['alias']).toBe('speech-2');
  expect(captions).toMatchObject({
    asset: { type: 'rich-caption', src: 'alias://speech-2' },
    start: 'alias://speech-2',
    length: 'alias://speech-2',
  });
  expect([nameClip(captions ?? {}), nameClip(spoken ?? {})]).toEqual([
    'Captions of speech-2',
    'Welcome to the beach.',
  ]);
});

it('keeps the name of a clip that has one, also if captions follow it later', () => {
  const { changes } = addCaptions(EDIT, { track: 0, clip: 0 }, false);
  expect(changes).toHaveLength(1);
  expect(followClip(EDIT, { track: 0, clip: 1 }, { track: 0, clip: 0 })[0]).toEqual({
    path: ['timeline', 'tracks', 0, 'clips', 1, 'asset', 'src'],
    value: 'alias://speech',
  });
});

it('lists the clips with speech: the selected one, then those at the playhead, generated speech first', () => {
  const typesOf = (selected: typeof spans, at: number) =>
    listSpeechClips(EDIT, spans, selected, at).map(({ track }) => track);
  expect(typesOf([], 1.5)).toEqual([1, 0]);
  expect(typesOf([], 3.5)).toEqual([0, 1]);
  expect(typesOf([spans[0]!], 1.5)).toEqual([0, 1]);
});

it('puts placeholders in the place of what is missing, and changes nothing else', () => {
  const edit: DraftEdit = {
    timeline: {
      tracks: [
        {
          clips: [
            { asset: { type: 'text-to-image', prompt: 'A cat' }, start: 0, length: 'auto', scale: 0.5 },
          ],
        },
        { clips: [{ asset: speech, start: 0, length: 'auto', alias: 'voice' }] },
        {
          clips: [
            { asset: { type: 'rich-caption', src: 'alias://voice' }, start: 0, length: 'alias://voice' },
          ],
        },
        { clips: [{ asset: { type: 'image-to-video', src: 'a.png', prompt: 'zoom' }, start: 1, length: 2 }] },
      ],
    },
    output: { format: 'mp4' },
  };
  const pathTo = (track: number, field: string) => ['timeline', 'tracks', track, 'clips', 0, 'asset', field];
  expect(standInForMissing(edit, [], listSpans(edit))).toBe(edit);
  const shown = standInForMissing(
    edit,
    [pathTo(0, 'prompt'), pathTo(1, 'voice'), pathTo(3, 'src')],
    listSpans(edit),
  );
  const nothing = { type: 'text', text: '' };
  expect((shown.timeline?.tracks ?? []).map(({ clips }) => clips?.[0])).toMatchObject([
    { asset: { type: 'rich-text', text: 'A picture comes here:\nA cat' }, start: 0, length: 3, scale: 0.5 },
    { asset: nothing, length: 3, alias: 'voice' },
    { asset: nothing, length: 'alias://voice' },
    { asset: { type: 'image', src: 'a.png' }, start: 1, length: 2 },
  ]);
  expect(shown.output).toBe(edit.output);
});

it('lowers a sound under all speech, with names for it, and no longer', () => {
  const music = { asset: { type: 'audio', src: 'a.mp3' }, start: 0, length: 4 };
  const said = { asset: speech, start: 0, length: 2 };
  const edit = (clips: readonly DraftClip[]): DraftEdit => ({
    timeline: { tracks: [{ clips: [music] }, { clips }] },
  });
  const toggle = (given: DraftEdit): DraftEdit =>
    JSON.parse(
      changeText(writeEdit(given), toggleDuck(given, listSpans(given), { track: 0, clip: 0 })),
    ) as DraftEdit;
  const duckOf = ({ timeline }: DraftEdit): unknown => timeline?.tracks?.[0]?.clips?.[0]?.asset?.['duck'];
  const lowered = toggle(edit([said, { ...said, start: 2 }]));
  expect(duckOf(lowered)).toEqual({ under: ['alias://speech', 'alias://speech-2'] });
  expect(lowered.timeline?.tracks?.[1]?.clips?.map(({ alias }) => alias)).toEqual(['speech', 'speech-2']);
  expect(duckOf(toggle(edit([said])))).toEqual({ under: 'alias://speech' });
  const more = edit([{ ...said, alias: 'talk' }, said]);
  const under = (name: string): DraftEdit => ({
    timeline: {
      tracks: [
        { clips: [{ ...music, asset: { ...music.asset, duck: { under: name } } }] },
        ...(more.timeline?.tracks ?? []).slice(1),
      ],
    },
  });
  expect(duckOf(toggle(under('alias://talk')))).toEqual({ under: ['alias://talk', 'alias://speech'] });
  expect(duckOf(toggle(edit([])))).toEqual({});
  expect(duckOf(toggle(lowered))).toBeUndefined();
});
