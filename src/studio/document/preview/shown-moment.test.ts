import { describe, expect, it } from 'vitest';
import { frameShownAt, secondsOfFrames } from '../frame-grid.ts';
import { momentAt } from './shown-moment.ts';

describe('the moment of a picture', () => {
  it('is that of the frame at the playhead', () => {
    expect(momentAt(0.05, 25)).toBe(0.04);
    expect(momentAt(1 / 30, 30)).toBe(0.033333);
    expect(momentAt(2, 25)).toBe(2);
  });

  it.each([24, 25, 30, 29.97, 50, 60])(
    'names every frame of %d a second so that it is found again',
    (rate) => {
      for (let frame = 0; frame < 400; frame++)
        expect(frameShownAt(momentAt(secondsOfFrames(frame, rate), rate), rate)).toBe(frame);
    },
  );
});
