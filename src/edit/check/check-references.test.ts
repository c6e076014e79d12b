import { describe, expect, it } from 'vitest';
import { listClips, type Clip, type Edit, type Soundtrack } from '../index.ts';
import { indexByAlias } from '../clips/aliases.ts';
import { checkReferences } from './check-references.ts';

const asset: Clip['asset'] = { type: 'image', src: 'https://example.com/a.png' };

type Times = Partial<Pick<Clip, 'start' | 'length' | 'alias' | 'asset'>>;

/** Returns an edit with tracks of clips. Only the times and aliases matter. */
function editOf(...tracks: Times[][]): Edit {
  return {
    timeline: {
      tracks: tracks.map((clips) => ({
        clips: clips.map((times) => ({ asset, start: 0, length: 1, ...times })),
      })),
    },
    output: { format: 'mp4', resolution: 'sd' },
  };
}

function summary(edit: Edit): string[] {
  return checkReferences(listClips(edit)).map(
    ({ field, code }) => `${field.replace('timeline.', '')} (${code})`,
  );
}

describe('references between clips', () => {
  it.each<[string, Edit]>([
    ['numbers', editOf([{ start: 1, length: 2 }])],
    [
      'a chain of aliases',
      editOf([{ alias: 'a' }, { alias: 'b', start: 'alias://a' }], [{ length: 'alias://b' }]),
    ],
    ['an alias that comes later', editOf([{ start: 'alias://a' }], [{ alias: 'a' }])],
    [
      'auto after auto',
      editOf([
        { start: 'auto', length: 'auto' },
        { start: 'auto', length: 'auto' },
      ]),
    ],
    ['a clip to the end beside others', editOf([{ length: 'end' }], [{ length: 'auto' }])],
    [
      'an alias of a clip with the length end',
      editOf([{ length: 'end', alias: 'a' }], [{ length: 'alias://a' }], [{}]),
    ],
    ['a clip to the end after auto', editOf([{}, { start: 'auto', length: 'end' }], [{ length: 9 }])],
    ['a background without any length of its own', editOf([{ start: 3, length: 0 }])],
    [
      'two clips, one with the start and one with the length of the other',
      editOf([
        { alias: 'a', start: 'alias://b' },
        { alias: 'b', length: 'alias://a' },
      ]),
    ],
  ])('accept %s', (_, edit) => {
    expect(checkReferences(listClips(edit))).toEqual([]);
  });

  it.each<[string, Edit, string[]]>([
    ['an unknown alias', editOf([{ start: 'alias://x' }]), ['tracks[0].clips[0].start (alias_unknown)']],
    [
      'an alias used twice',
      editOf([{ alias: 'a' }], [{ alias: 'a' }, { alias: 'a' }]),
      ['tracks[1].clips[0].alias (alias_used_twice)', 'tracks[1].clips[1].alias (alias_used_twice)'],
    ],
    [
      'a clip that refers to itself',
      editOf([{ alias: 'a', start: 'alias://a', length: 'alias://a' }]),
      ['tracks[0].clips[0].start (circular)', 'tracks[0].clips[0].length (circular)'],
    ],
    [
      'two clips that refer to each other',
      editOf([{ alias: 'a', start: 'alias://b' }], [{ alias: 'b', start: 'alias://a' }]),
      ['tracks[0].clips[0].start (circular)'],
    ],
    [
      'a cycle through auto',
      editOf([{ start: 'alias://b' }, { alias: 'b', start: 'auto' }]),
      ['tracks[0].clips[0].start (circular)'],
    ],
    [
      'a clip that starts after one with the length end',
      editOf([{ length: 'end' }, { start: 'auto', length: 2 }]),
      ['tracks[0].clips[0].length (circular)'],
    ],
    [
      'only clips with the length end',
      editOf([{ length: 'end' }], [{ length: 'end' }]),
      ['tracks (no_length)'],
    ],
    [
      'only a clip with the length end and its alias',
      editOf([{ length: 'end', alias: 'a' }], [{ length: 'alias://a' }]),
      ['tracks (no_length)'],
    ],
    [
      'only clips without a length',
      editOf(
        [
          { length: 0, alias: 'a' },
          { start: 'auto', length: 'alias://a' },
        ],
        [{ length: 'end' }],
      ),
      ['tracks[0].clips[0].length (no_length)'],
    ],
    [
      'captions of a clip without speech and of an unknown clip',
      editOf([
        { alias: 'a' },
        { asset: { type: 'caption', src: 'alias://a' } },
        { asset: { type: 'rich-caption', src: 'alias://b' } },
      ]),
      ['tracks[0].clips[1].asset.src (not_allowed)', 'tracks[0].clips[2].asset.src (alias_unknown)'],
    ],
    [
      'captions of a frozen clip',
      editOf([
        { alias: 'a', asset: { type: 'video', src: 'https://a.example/a.mp4', speed: 0 } },
        { asset: { type: 'rich-caption', src: 'alias://a' } },
      ]),
      ['tracks[0].clips[1].asset.src (not_allowed)'],
    ],
    [
      'captions of a clip that plays backwards',
      editOf([
        {
          alias: 'a',
          asset: { type: 'video', src: 'https://a.example/a.mp4', speed: [{ from: 1, to: -1 }] },
        },
        { asset: { type: 'rich-caption', src: 'alias://a' } },
      ]),
      ['tracks[0].clips[1].asset.src (not_allowed)'],
    ],
  ])('reject %s', (_, edit, expected) => {
    expect(summary(edit)).toEqual(expected);
  });

  it('describe the members of a cycle', () => {
    const edit = editOf([{ length: 'end' }, { start: 'auto', length: 2 }]);
    expect(checkReferences(listClips(edit))[0]?.message).toBe(
      'timeline.tracks[0].clips[0].length depends on itself through the length of the timeline, timeline.tracks[0].clips[1].start. Give a number of seconds instead.',
    );
  });

  it('find the clip of an alias', () => {
    const clips = listClips(editOf([{}], [{}, { alias: 'a' }]));
    expect(indexByAlias(clips).get('a')).toMatchObject({ track: 1, index: 1 });
  });
});

describe('references of sounds that go down under voices', () => {
  const sound = (under: string | string[]) =>
    ({ type: 'audio', src: 'https://example.com/a.mp3', duck: { under } }) as Clip['asset'];
  const voice = { alias: 'voice', asset: { type: 'audio', src: 'https://example.com/b.mp3' } } as const;

  it('accept clips with sound', () => {
    expect(summary(editOf([{ asset: sound('alias://voice') }], [voice]))).toEqual([]);
    const music = { alias: 'music', asset: sound(['alias://voice']) };
    expect(summary(editOf([music], [voice, { asset: sound(['alias://voice', 'alias://music']) }]))).toEqual(
      [],
    );
  });

  it('report aliases that no clip has, silent clips, and the clip itself', () => {
    const edit = editOf([
      { asset: sound(['alias://nobody', 'alias://picture']) },
      { alias: 'picture' },
      { alias: 'self', asset: sound('alias://self') },
    ]);
    expect(
      checkReferences(listClips(edit)).map(({ message }) => message.replace('timeline.tracks[0].', '')),
    ).toEqual([
      'clips[0].asset.duck.under[0] refers to the alias "nobody", which no clip has.',
      'clips[0].asset.duck.under[1] refers to a clip with a "image" asset, which has no sound. Refer to a clip with a video, audio or text-to-speech asset.',
      'clips[2].asset.duck.under refers to its own clip. A sound can go down only under other clips.',
    ]);
  });

  it('are checked for the soundtrack, too', () => {
    const soundtrack: Soundtrack = { src: 'https://example.com/c.mp3', duck: { under: ['alias://nobody'] } };
    const found = checkReferences(listClips(editOf([{}])), soundtrack);
    expect(found.map(({ field }) => field)).toEqual(['timeline.soundtrack.duck.under[0]']);
  });
});
