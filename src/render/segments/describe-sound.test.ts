import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { audioTimeline, type TestAudioClip } from '../mix/test-tones.fixture.ts';
import type { AudioTrack } from '../media/media.ts';
import { describeSound } from './describe-sound.ts';

const CONTENTS = new Map([
  ['/one', 'hash'],
  ['/copy', 'hash'],
  ['/other', 'other hash'],
]);

describe('the description of a sound', () => {
  it('depends on the content of a file, and not on its path', () => {
    expect(describeClips([clipOf(trackOf('/copy'))])).toBe(describeClips([clipOf(trackOf('/one'))]));
    expect(describeClips([clipOf(trackOf('/other'))])).not.toBe(describeClips([clipOf(trackOf('/one'))]));
  });

  it('depends on the fields of its clips, which warnings name', () => {
    const track = trackOf('/one');
    const inTrack = (index: number) => [clipOf(track, { field: `timeline.tracks[${index}].clips[0]` })];
    expect(describeClips(inTrack(1))).not.toBe(describeClips(inTrack(0)));
  });

  it('tells clips that continue each other in one file from clips of two equal files', () => {
    const one = trackOf('/one');
    const pair = (second: AudioTrack) => [clipOf(one), clipOf(second, { from: 1, to: 2, trim: 1 })];
    expect(describeClips(pair(trackOf('/copy')))).not.toBe(describeClips(pair(one)));
  });

  it.each([
    { name: 'volume', change: { volume: 0.5 } },
    { name: 'trim', change: { trim: 1 } },
    { name: 'start', change: { from: 0.2 } },
    { name: 'fade', change: { fadeIn: 1 } },
  ])('depends on the $name of a clip', ({ change }) => {
    const track = trackOf('/one');
    expect(describeClips([clipOf(track, change)])).not.toBe(describeClips([clipOf(track)]));
  });
});

function describeClips(clips: readonly TestAudioClip[]): string {
  return describeSound(audioTimeline(clips, 2), { engine: { version: 1 }, contents: CONTENTS });
}

function clipOf(track: AudioTrack, change: Partial<TestAudioClip> = {}): TestAudioClip {
  return { field: 'timeline.tracks[0].clips[0]', track, from: 0, to: 1, ...change };
}

function trackOf(file: string): AudioTrack {
  return { location: { file, demuxer: 'mov', stream: 1, start: toSeconds(0) } };
}
