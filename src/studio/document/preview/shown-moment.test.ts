import { describe, expect, it } from 'vitest';
import { frameShownAt } from '../frame-grid.ts';
import { chooseMoment, momentOf } from './shown-moment.ts';

describe('the moment of a picture', () => {
  it('is that of the frame at the playhead', () => {
    expect(chooseMoment(0.05, 25)).toBe(0.04);
    expect(chooseMoment(1 / 30, 30)).toBe(0.033333);
    expect(chooseMoment(2, 25)).toBe(2);
  });

  it.each([24, 25, 30, 29.97, 50, 60])(
    'names every frame of %d a second so that it is found again',
    (rate) => {
      for (let frame = 0; frame < 400; frame++) expect(frameShownAt(momentOf(frame, rate), rate)).toBe(frame);
    },
  );

  it('is coarser while the playhead moves fast', () => {
    expect(chooseMoment(1.4, 25, 0.5)).toBe(1.4);
    expect(chooseMoment(1.44, 25, 2)).toBe(1.44);
    expect(chooseMoment(1.4, 25, 2)).toBe(1.2);
    expect(chooseMoment(1.4, 25, 1)).toBe(1.32);
    expect(chooseMoment(1.4, 25, 100)).toBe(0.96);
  });
});
