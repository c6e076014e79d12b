import { describe, expect, it } from 'vitest';
import type { Clip, Tween } from './index.ts';
import { ruleProblems } from './rules.ts';

function problemsOf(fields: Partial<Clip>): string[] {
  const clip: Clip = { asset: { type: 'image', src: 'a' }, start: 0, length: 1, ...fields };
  const edit = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4' } } as const;
  return ruleProblems({ ...edit, timeline: { tracks: [{ clips: [clip] }] } }).map(
    ({ field, code }) => `${field.replace('timeline.tracks[0].clips[0].', '')} (${code})`,
  );
}

describe('the rules between the fields of a clip', () => {
  it('need a length for a clip that stands still', () => {
    const asset = { type: 'video', src: 'a', speed: 0 } as const;
    expect(problemsOf({ asset, length: 'auto' })).toEqual(['asset.speed (conflict)']);
    expect(problemsOf({ asset, length: 3 })).toEqual([]);
    expect(problemsOf({ asset: { ...asset, speed: 0.1 }, length: 'auto' })).toEqual([]);
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
  ])('refuse tweens of %s that overlap', (field, fields) => {
    expect(problemsOf(fields)).toEqual([`${field}[0] (overlap)`]);
  });

  it('take tweens that touch, in any order, also where decimals do not add up exactly', () => {
    const scale = [
      { start: 0.3, length: 1 },
      { start: 0.1, length: 0.2 },
      { start: 5, length: 1 },
      { length: 0.1 },
    ];
    expect(problemsOf({ scale })).toEqual([]);
  });
});
