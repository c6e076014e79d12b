import { describe, expect, it } from 'vitest';
import type { Asset, Clip, Output, Tween } from '../index.ts';
import { checkFieldRules } from './check-field-rules.ts';

function problemsOf(fields: Partial<Clip>): string[] {
  const clip: Clip = { asset: { type: 'image', src: 'a' }, start: 0, length: 9, ...fields };
  return checkFieldRules({ timeline: {}, output: { format: 'mp4' } }, [{ clip, track: 0, index: 0 }]).map(
    ({ field, code }) => `${field.replace('timeline.tracks[0].clips[0].', '')} (${code})`,
  );
}

describe('the rules between the fields of a clip', () => {
  it('require a length for a frozen clip', () => {
    const asset = { type: 'video', src: 'a', speed: 0 } as const;
    expect(problemsOf({ asset, length: 'auto' })).toEqual(['asset.speed (conflict)']);
    expect(problemsOf({ asset, length: 3 })).toEqual([]);
    expect(problemsOf({ asset: { ...asset, speed: 0.1 }, length: 'auto' })).toEqual([]);
  });

  it('require a length, and no cuts of silence, for a speed with tweens', () => {
    const asset: Asset = { type: 'video', src: 'a', speed: [{ from: 1, to: -1, length: 2 }] };
    expect(problemsOf({ asset, length: 'auto' })).toEqual(['asset.speed (conflict)']);
    expect(problemsOf({ asset, length: 3 })).toEqual([]);
    expect(problemsOf({ asset, length: 1 })).toEqual(['asset.speed[0] (out_of_range)']);
    expect(problemsOf({ asset: { ...asset, cutSilence: {} }, length: 3 })).toEqual([
      'asset.cutSilence (conflict)',
    ]);
  });

  it('allow an overlap only of a clip that follows another', () => {
    expect(problemsOf({ start: 3, overlap: 1 })).toEqual(['overlap (conflict)']);
    expect(problemsOf({ start: 'alias://a', overlap: 0.5 })).toEqual(['overlap (conflict)']);
    expect(problemsOf({ start: 3, overlap: 0 })).toEqual([]);
    expect(problemsOf({ start: 'auto', overlap: 1 })).toEqual([]);
  });

  const overlapping: Tween[] = [
    { start: 1, length: 1 },
    { start: 0, length: 1.1 },
  ];

  it.each<[string, Partial<Clip>]>([
    ['scale', { scale: overlapping }],
    ['opacity', { opacity: overlapping }],
    ['offset.x', { offset: { x: overlapping } }],
    ['offset.y', { offset: { y: overlapping } }],
    ['transform.rotate.angle', { transform: { rotate: { angle: overlapping } } }],
    ['transform.skew.x', { transform: { skew: { x: overlapping } } }],
    ['transform.skew.y', { transform: { skew: { y: overlapping } } }],
    ['asset.volume', { asset: { type: 'audio', src: 'a', volume: overlapping } }],
  ])('reject overlapping tweens of %s', (field, fields) => {
    expect(problemsOf(fields)).toEqual([`${field}[0] (overlap)`]);
  });

  it('require tweens to end with their clip if its length is known', () => {
    const scale = [
      { start: 0.1, length: 0.2 },
      { start: 1, length: 1 },
    ];
    expect(problemsOf({ scale, length: 1.5 })).toEqual(['scale[1] (out_of_range)']);
    expect(problemsOf({ scale, length: 2 })).toEqual([]);
    expect(problemsOf({ scale, length: 'end' })).toEqual([]);
    expect(problemsOf({ scale: scale.slice(0, 1), length: 0.3 })).toEqual([]);
  });

  it('require a range with a length, except for a still', () => {
    const of = (output: Partial<Output>) =>
      checkFieldRules({ timeline: {}, output }, []).map(({ message }) => message);
    const message = 'output.range.length must be more than 0, because an empty range has nothing to render.';
    expect(of({ format: 'mp4', range: { length: 0 } })).toEqual([message]);
    expect(of({ format: 'mp4', range: { start: 0, length: 0.04 } })).toEqual([]);
    expect(of({ format: 'png', range: { length: 0 } })).toEqual([]);
  });

  it('allow a format of images only in a zip', () => {
    const of = (output: Partial<Output>) =>
      checkFieldRules({ timeline: {}, output }, []).map(({ message }) => message);
    expect(of({ format: 'zip', images: 'jpg' })).toEqual([]);
    expect(of({ format: 'mp4', images: 'jpg' })).toEqual([
      'output.images goes only with the format "zip", but output.format is "mp4". Remove it, or set output.format to "zip".',
    ]);
  });

  it('send an hls only to storages with folders', () => {
    const of = (provider: 's3' | 'mux' | 'google-drive', format: Output['format'] = 'hls') =>
      checkFieldRules({ timeline: {}, output: { format, destinations: [{ provider }] } }, []).map(
        ({ message }) => message,
      );
    expect(of('s3')).toEqual([]);
    expect(of('mux', 'mp4')).toEqual([]);
    expect(of('google-drive')).toEqual([
      'output.destinations[0].provider must be a storage with folders, such as "s3", because an hls has several files, which google-drive cannot keep together. Choose another destination, or set output.format to "mp4".',
    ]);
    expect(of('mux')).toHaveLength(1);
  });

  it('limit the size of a destination', () => {
    const of = (length: number) =>
      checkFieldRules(
        {
          timeline: {},
          output: { destinations: [{ provider: 'mux', options: { passthrough: 'x'.repeat(length) } }] },
        },
        [],
      ).map(({ field, code }) => `${field} (${code})`);
    expect(of(65_000)).toEqual([]);
    expect(of(70_000)).toEqual(['output.destinations[0] (out_of_range)']);
  });

  it('accept tweens that touch, in any order, even if decimals do not add up exactly', () => {
    const scale = [
      { start: 0.3, length: 1 },
      { start: 0.1, length: 0.2 },
      { start: 5, length: 1 },
      { length: 0.1 },
    ];
    expect(problemsOf({ scale })).toEqual([]);
  });
});
