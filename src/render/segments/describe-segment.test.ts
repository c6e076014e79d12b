import { describe, expect, it } from 'vitest';
import { type FrameIndex, NATURAL_SPEED, toSeconds, ZERO } from '../../base/time.ts';
import { resolvePerspective } from '../resolve/movement/perspective.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { stillVisual, timelineOf, videoVisual, visualClip } from '../scene/visual-clip.fixture.ts';
import { describeSegment } from './describe-segment.ts';

const SETTINGS = {
  engine: { version: 1 },
  watermark: false,
  fonts: ['a font'],
  contents: new Map([
    ['/image', 'hash of the image'],
    ['/video', 'hash of the video'],
  ]),
};
const VIDEO = videoVisual({ width: 4, height: 4 }, 4, 4);
const TITLE = {
  kind: 'drawn',
  asset: { type: 'text', text: 'Hello' },
  length: 3,
} as const;

describe('the description of a segment', () => {
  it('does not depend on the time of the segment on its timeline', () => {
    const at = (frame: number) =>
      describeTimeline([visualClip({ visual: VIDEO, from: frame, to: frame + 100 })], frame, frame + 100);
    expect(at(40)).toBe(at(0));
  });

  it('does not depend on the path of a clip, nor on the path of a file', () => {
    const one = [visualClip({ field: 'timeline.tracks[0].clips[0]' })];
    const other = [
      visualClip({
        field: 'timeline.tracks[0].clips[9]',
        visual: { kind: 'still', media: { kind: 'still', path: '/copy', width: 400, height: 400 } },
      }),
    ];
    const contents = new Map([['/copy', 'hash of the image']]);
    const settings = { ...SETTINGS, contents };
    expect(describeSegment(timelineOf(other), span(0, 25), settings)).toBe(describeTimeline(one, 0, 25));
  });

  it('depends on the content of a file', () => {
    const contents = new Map([['/image', 'another hash']]);
    expect(describeSegment(timelineOf([visualClip()]), span(0, 25), { ...SETTINGS, contents })).not.toBe(
      describeTimeline([visualClip()], 0, 25),
    );
  });

  it('has the hash of a lookup table, not its long text', () => {
    const of = (id: string, text: string) =>
      describeTimeline([visualClip({ filters: [{ type: 'lut', amount: 1, lut: { id, text } }] })], 0, 25);
    expect(of('a', 'long')).toBe(of('a', ''));
    expect(of('a', '')).not.toBe(of('b', ''));
  });

  it('does not depend on the end of a plain clip after the segment', () => {
    const until = (to: number) => describeTimeline([visualClip({ visual: VIDEO, to })], 0, 50);
    expect(until(100)).toBe(until(75));
    expect(until(50)).toBe(until(75));
    expect(until(49)).not.toBe(until(75));
  });

  it.each([
    { name: 'an effect', field: { effect: 'zoomIn' } },
    {
      name: 'a transition',
      field: { transition: { out: { kind: 'fade', directions: [], seconds: 1 } } },
    },
    { name: 'a drawing', field: { visual: TITLE } },
    { name: 'a look in space', field: resolvePerspective({ turn: 30 }) },
  ] as const)('depends on the end of a clip with $name', ({ field }) => {
    const until = (to: number) => describeTimeline([visualClip({ ...field, to })], 0, 50);
    expect(until(100)).not.toBe(until(75));
  });

  it('depends on the fonts only if a clip can have letters', () => {
    const withFonts = (fonts: string[], visual: Parameters<typeof visualClip>[0]) =>
      describeSegment(timelineOf([visualClip(visual)]), span(0, 25), { ...SETTINGS, fonts });
    expect(withFonts(['one'], {})).toBe(withFonts(['other'], {}));
    expect(withFonts(['one'], { visual: TITLE })).not.toBe(withFonts(['other'], { visual: TITLE }));
  });

  it.each([
    { name: 'the picture', change: { visual: stillVisual(400, 401) } },
    { name: 'the place', change: { offset: { x: 0.1, y: 0 } } },
    { name: 'the opacity', change: { opacity: 0.5 } },
    { name: 'the start', change: { from: 1 } },
    { name: 'the filter', change: { filter: 'greyscale' } },
  ] as const)('depends on $name of a clip', ({ change }) => {
    expect(describeTimeline([visualClip(change)], 0, 25)).not.toBe(describeTimeline([visualClip()], 0, 25));
  });

  it('knows into which clip another one dissolves', () => {
    const clips = (target: string) => [
      visualClip({ field: 'a', dissolvesInto: target }),
      visualClip({ field: 'b' }),
      visualClip({ field: 'c' }),
    ];
    expect(describeTimeline(clips('b'), 0, 25)).not.toBe(describeTimeline(clips('c'), 0, 25));
  });

  it('knows that another clip dissolves into a clip, even outside of the segment', () => {
    // A group is drawn as one picture if another clip dissolves into it.
    const clips = (into: string | undefined) => [
      visualClip({ field: 'a', to: 30, ...(into !== undefined && { dissolvesInto: into }) }),
      visualClip({ field: 'b', from: 20, to: 100 }),
    ];
    expect(describeTimeline(clips('b'), 50, 100)).not.toBe(describeTimeline(clips(undefined), 50, 100));
  });

  it('does not depend on clips outside of the segment', () => {
    const clips = [visualClip({ to: 25 }), visualClip({ from: 25, to: 50, opacity: 0.5 })];
    expect(describeTimeline(clips, 0, 25)).toBe(describeTimeline([visualClip()], 0, 25));
  });
});

describe('the description of a waveform', () => {
  const track = (file: string): AudioClip['track'] => ({
    location: { file, demuxer: 'wav', stream: 0, start: ZERO },
    duration: toSeconds(100),
  });
  const sound = (from: number, to: number, more: Partial<AudioClip> = {}): AudioClip => ({
    ...{ field: 'music', track: track('/music'), start: ZERO, trim: ZERO, speed: NATURAL_SPEED },
    ...{ volume: 1, fadeIn: 0, fadeOut: 0, ...span(from, to), ...more },
  });
  const describe = (audioClips: AudioClip[], contents = SETTINGS.contents): string => {
    const asset = { type: 'waveform' } as const;
    const clip = visualClip({ visual: { kind: 'drawn', asset, length: 40 }, from: 0, to: 2000 });
    return describeSegment({ ...timelineOf([clip]), audioClips }, span(0, 100), { ...SETTINGS, contents });
  };

  it('depends on the sound', () => {
    const one = describe([sound(0, 2000)]);
    expect(describe([sound(0, 2000, { volume: 0.5 })])).not.toBe(one);
    expect(describe([])).not.toBe(one);
    expect(describe([sound(0, 2000)], new Map([['/music', 'another file']]))).not.toBe(one);
  });

  it('does not depend on a sound that begins later', () => {
    const one = [sound(0, 200)];
    expect(describe([...one, sound(400, 2000, { field: 'b', track: track('/b') })])).toBe(describe(one));
    expect(describe([...one, sound(120, 2000, { field: 'b', track: track('/b') })])).not.toBe(describe(one));
  });
});

function describeTimeline(clips: Parameters<typeof timelineOf>[0], from: number, to: number): string {
  return describeSegment(timelineOf(clips), span(from, to), SETTINGS);
}

function span(from: number, to: number) {
  return { from: from as FrameIndex, to: to as FrameIndex };
}
