import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { Asset, Edit, Soundtrack } from '../../edit/index.ts';
import type { Media } from '../media/media.ts';
import { clip, editOf, image, mediaOf, text, track, videoTrack } from './edit.fixture.ts';
import { resolve } from './resolve.ts';
import type { Span } from './timeline.ts';

const MEDIA = mediaOf({
  video: { kind: 'av', video: videoTrack(10), audio: track(12) },
  mute: { kind: 'av', video: videoTrack(10) },
  song: { kind: 'av', audio: track(8) },
  endless: { kind: 'av', video: videoTrack(), audio: track() },
});

function video(given: Partial<Extract<Asset, { type: 'video' }>> = {}): Asset {
  return { type: 'video', src: 'video', ...given };
}

function audio(given: Partial<Extract<Asset, { type: 'audio' }>> = {}): Asset {
  return { type: 'audio', src: 'song', ...given };
}

function timelineOf(edit: Edit) {
  return resolve(edit, MEDIA, 'interface');
}

function spans(list: readonly Span[]): string[] {
  return list.map(({ from, to }) => `${from}-${to}`);
}

describe('an audio clip', () => {
  test('plays the sound of a video or an audio asset from its trim at its volume', () => {
    const clips = [
      clip({ asset: video({ trim: 1.5, volume: 0.5 }) }),
      clip({ asset: audio(), start: 1, length: 2 }),
    ];
    const { audioClips } = timelineOf(editOf([clips]));
    expect(audioClips.map(({ trim, volume, field }) => [trim.toFraction(), volume, field])).toEqual([
      ['3/2', 0.5, 'timeline.tracks[0].clips[0]'],
      ['0', 1, 'timeline.tracks[0].clips[1]'],
    ]);
    expect(spans(audioClips)).toEqual(['0-25', '25-75']);
    expect(audioClips[0]?.track.duration?.valueOf()).toBe(12);
  });

  it.each<[string, Asset, number, [volume: number, fadeIn: number, fadeOut: number]]>([
    ['of a video', video({ volumeEffect: 'fadeIn', volume: 0.5 }), 5, [0.5, 2, 0]],
    ['of an audio asset', audio({ effect: 'fadeOut' }), 5, [1, 0, 2]],
    ['of a short clip', video({ volumeEffect: 'fadeInFadeOut' }), 3, [1, 1.5, 1.5]],
    ['"none"', audio({ effect: 'none' }), 5, [1, 0, 0]],
  ])('has the fades %s', (_, asset, length, expected) => {
    const { audioClips } = timelineOf(editOf([[clip({ asset, length })]]));
    expect(audioClips.map(({ volume, fadeIn, fadeOut }) => [volume, fadeIn, fadeOut])).toEqual([expected]);
  });

  test('has no fades if its volume has tweens', () => {
    const volume = [{ from: 0, to: 1, start: 0.5, length: 1 }];
    const asset = video({ volume, volumeEffect: 'fadeInFadeOut' });
    const { audioClips } = timelineOf(editOf([[clip({ asset, length: 5 })]]));
    const tween = { from: 0, to: 1, start: toSeconds(0.5), end: toSeconds(1.5), curve: 'linear' };
    expect(audioClips).toMatchObject([{ volume: [tween], fadeIn: 0, fadeOut: 0 }]);
  });

  test('plays the sound track and the channels that the edit chooses', () => {
    const tracks = [1, 2].map((number) => ({ ...track(10 + number), number }));
    const file: Media = { kind: 'av', video: videoTrack(10), audio: track(11), audioTracks: tracks };
    const media = mediaOf({ video: file, song: { kind: 'av', audio: track(5) } });
    const play = (asset: Asset) => resolve(editOf([[clip({ asset })]]), media, 'interface').audioClips[0];
    expect(play(video({ audioTrack: 2 }))?.track.duration?.valueOf()).toBe(12);
    expect(play(audio({ audioTrack: 1 }))?.track.duration?.valueOf()).toBe(5);
    expect(play(audio({ src: 'video', audioTrack: 2, loop: true }))?.loop?.valueOf()).toBe(12);
    expect(play(video({ channels: 'swap' }))?.channels).toBe('swap');
    expect(play(video({ channels: 'stereo' }))).not.toHaveProperty('channels');
    expect(() =>
      resolve(
        editOf([[clip({ asset: audio({ src: 'video', audioTrack: 3 }), length: 'auto' })]]),
        media,
        'interface',
      ),
    ).toThrow('video has the sound tracks 1, 2.');
    expect(() => play(video({ audioTrack: 3 }))).toThrow(
      'timeline.tracks[0].clips[0].asset.audioTrack is 3, but video has the sound tracks 1, 2.',
    );
  });

  test('keeps its pitch only at another speed', () => {
    const pitches = [2, 1].map((speed) => audio({ speed, preservePitch: true }));
    const clips = [...pitches, audio({ speed: 2 })].map((asset) => clip({ asset }));
    const { audioClips } = timelineOf(editOf([clips]));
    expect(audioClips.map(({ preservesPitch }) => preservesPitch)).toEqual([true, undefined, undefined]);
  });

  test('has its exact start in addition to its frame', () => {
    const { audioClips } = timelineOf(editOf([[clip({ asset: audio(), start: 0.513 })]]));
    expect(audioClips.map(({ from, start }) => [from, start.toFraction()])).toEqual([[13, '513/1000']]);
  });

  it.each<[string, Asset]>([
    ['a volume that stays at 0', video({ volume: [{ from: 0, to: 0, length: 1 }] })],
    ['a video without sound', video({ src: 'mute' })],
    ['a volume of 0', video({ volume: 0 })],
    ['an image', image()],
    ['a text', text()],
  ])('is not created from %s', (_, asset) => {
    expect(timelineOf(editOf([[clip({ asset })]])).audioClips).toEqual([]);
  });
});

describe('a soundtrack', () => {
  function soundtrackOf(sound: Partial<Soundtrack>, length: number) {
    const edit = editOf([[clip({ length })]]);
    const soundtrack = { src: 'song', ...sound };
    return timelineOf({ ...edit, timeline: { ...edit.timeline, soundtrack } }).audioClips;
  }

  it.each<[string, Partial<Soundtrack>, number, string]>([
    ['ends with the timeline', {}, 5, '0-125'],
    ['ends with its file', {}, 20, '0-200'],
    [
      'plays to the end of the timeline if the file does not specify its duration',
      { src: 'endless' },
      20,
      '0-500',
    ],
    ['plays from its start on', { start: 2.02 }, 5, '51-125'],
    ['ends with its file after a start', { start: 3 }, 20, '75-275'],
    ['ends with the timeline if it is repeated', { loop: true }, 20, '0-500'],
  ])('%s (contract C29)', (_, sound, length, span) => {
    expect(spans(soundtrackOf(sound, length))).toEqual([span]);
  });

  it.each<[string, Partial<Soundtrack>, number, [number, number, number]]>([
    ['has no fades and full volume by default', {}, 5, [1, 0, 0]],
    ['fades in over 2 s', { effect: 'fadeIn', volume: 0.25 }, 5, [0.25, 2, 0]],
    ['fades out over 2 s', { effect: 'fadeOut' }, 5, [1, 0, 2]],
    ['fades at both ends', { effect: 'fadeInFadeOut' }, 5, [1, 2, 2]],
    ['fades over half of it if that is less', { effect: 'fadeInFadeOut' }, 3, [1, 1.5, 1.5]],
    ['fades over at most half of it even at one end', { effect: 'fadeOut' }, 3, [1, 0, 1.5]],
    ['fades at the end of its file, not of the timeline', { effect: 'fadeOut' }, 20, [1, 0, 2]],
    ['fades over half of what is heard after its start', { effect: 'fadeIn', start: 3 }, 5, [1, 1, 0]],
  ])('%s', (_, sound, length, numbers) => {
    expect(
      soundtrackOf(sound, length).map(({ volume, fadeIn, fadeOut }) => [volume, fadeIn, fadeOut]),
    ).toEqual([numbers]);
  });

  test('repeats the whole of its file, from where it starts', () => {
    const [sound] = soundtrackOf({ loop: true, start: 1.5 }, 20);
    expect([sound?.start.toFraction(), sound?.loop?.toFraction()]).toEqual(['3/2', '8']);
    expect(soundtrackOf({ src: 'endless', loop: true }, 20)[0]?.loop).toBeUndefined();
  });

  test('has tweens instead of fades', () => {
    const [sound] = soundtrackOf({ volume: [{ from: 0, to: 0.5, length: 2 }], effect: 'fadeOut' }, 5);
    expect(sound).toMatchObject({ volume: [{ from: 0, to: 0.5 }], fadeIn: 0, fadeOut: 0 });
  });

  test('is not heard at volume 0, if it starts after the end, or if its file has no sound', () => {
    expect(soundtrackOf({ volume: 0 }, 5)).toEqual([]);
    expect(soundtrackOf({ start: 5 }, 5)).toEqual([]);
    expect(soundtrackOf({ src: 'mute' }, 5)).toEqual([]);
  });

  test('does not extend the timeline', () => {
    const edit = editOf([[clip({ length: 1 })]]);
    const timeline = timelineOf({ ...edit, timeline: { ...edit.timeline, soundtrack: { src: 'song' } } });
    expect(timeline.frameCount).toBe(25);
  });
});
