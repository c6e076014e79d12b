import { expect, test } from 'vitest';
import { visualClip, timelineOf } from '../scene/visual-clip.fixture.ts';
import { checkInlineSvgs } from './check-inline-svgs.ts';

function timelineWith(src: string) {
  const asset = { type: 'svg', src } as const;
  // The clip starts late, so the first frame does not show it.
  return timelineOf([visualClip({ from: 50, to: 100, visual: { kind: 'drawn', length: 2, asset } })]);
}

test('an SVG that cannot be read fails with its field before any frame', () => {
  const check = (src: string) => (): void => checkInlineSvgs(timelineWith(src));
  expect(check('<svg')).toThrow(/^clip\.asset\.src: is not an SVG that can be drawn: /);
  expect(check('<svg')).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
  expect(check('<svg width="1" height="1"/>')).not.toThrow();
});
