import { describe, expect, it } from 'vitest';
import { describeProgress, describeReuse, describeStatus, findClipKey, toneOf } from './describe-render.ts';

describe('the words for a render', () => {
  it('tells a cancelled render from a failed one', () => {
    expect(describeStatus({ status: 'failed', error: 'Cancelled' })).toBe('Cancelled');
    expect(describeStatus({ status: 'failed', error: 'No.' })).toBe('Failed');
    expect(toneOf({ status: 'failed', error: 'No.' })).toBe('bad');
  });

  it('says how far a render is, with the time that is left if it is known', () => {
    expect(describeProgress({ progress: 0.426 })).toBe('42 %');
    expect(describeProgress({ progress: 0.5, eta: 11.2 })).toBe('50 %, about 12 s left');
    expect(describeProgress({ progress: 0.99, eta: 0 })).toBe('99 %, almost done');
  });

  it('says how much was reused', () => {
    expect(describeReuse({ reused: 11, made: 1 })).toBe('11 of 12 segments reused');
    expect(describeReuse({ reused: 0, made: 3 })).toBe('3 segments, all made new');
    expect(describeReuse({ reused: 3, made: 0 })).toBe('3 segments, all reused');
    expect(describeReuse({ reused: 0, made: 1 })).toBe('1 segment, made new');
  });

  it('finds the clip in a field and in a message', () => {
    expect(findClipKey('timeline.tracks[0].clips[12].offset.x')).toBe('timeline.tracks[0].clips[12]');
    expect(findClipKey('timeline.tracks[1].clips[0].asset.src: not found')).toBe(
      'timeline.tracks[1].clips[0]',
    );
    expect(findClipKey('output.format')).toBeUndefined();
  });
});
