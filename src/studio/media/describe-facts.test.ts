import { describe, expect, it } from 'vitest';
import { writeSeconds, describeSize, describeTime, listFacts } from './describe-facts.ts';
import { readMediaFacts } from './use-file-facts.ts';

describe('facts in words', () => {
  it('writes sizes in the unit that fits', () => {
    expect(describeSize(0)).toBe('0 bytes');
    expect(describeSize(999)).toBe('999 bytes');
    expect(describeSize(18_700)).toBe('18.7 kB');
    expect(describeSize(240_000_000)).toBe('240 MB');
  });

  it('writes durations', () => {
    expect(writeSeconds(3.456)).toBe('3.46 s');
    expect(writeSeconds(59.96)).toBe('60 s');
    expect(writeSeconds(125)).toBe('2 min 5 s');
    expect(writeSeconds(3720)).toBe('1 h 2 min');
  });

  it('writes times by their age', () => {
    const now = new Date(2026, 4, 3, 15, 0).getTime();
    const at = (...time: [number, number, number, number, number]) =>
      describeTime(new Date(...time).toISOString(), now);
    expect(at(2026, 4, 3, 15, 0)).toBe('just now');
    expect(at(2026, 4, 3, 14, 55)).toBe('5 min ago');
    expect(at(2026, 4, 3, 9, 7)).toBe('09:07');
    expect(at(2026, 4, 2, 16, 7)).toBe('2 May, 16:07');
    expect(at(2025, 4, 3, 9, 7)).toBe('3 May 2025, 09:07');
  });

  it('lists what is known only', () => {
    expect(listFacts({ width: 640, height: 360, duration: 4, fps: 29.97, size: 1000 })).toEqual([
      '640 × 360',
      '4 s',
      '29.97 fps',
      '1.0 kB',
    ]);
    expect(listFacts({ width: 640 })).toEqual([]);
  });

  it('reads the facts of a probe', () => {
    const streams = [
      { index: 0, codec_type: 'audio' },
      { index: 1, codec_type: 'video', width: 640, height: 360, r_frame_rate: '30000/1001' },
    ];
    const facts = readMediaFacts({ streams, chapters: [], format: { duration: '4.5', size: '1200' } });
    expect(facts).toEqual({ width: 640, height: 360, duration: 4.5, fps: 30_000 / 1001, size: 1200 });
    expect(readMediaFacts({ streams: [], chapters: [], format: {} })).toEqual({});
  });
});
