import { expect, it } from 'vitest';
import type { Edit } from '../schema/edit.ts';
import type { Soundtrack } from '../schema/timeline.ts';
import { lengthWithoutMedia } from '../times/media-length.ts';
import { resolveTimes } from '../times/resolve-times.ts';
import { findWarnings } from './find-warnings.ts';

function warningsOf(soundtrack: Partial<Soundtrack>): string[] {
  const edit: Edit = {
    timeline: {
      soundtrack: { src: 'https://example.com/a.mp3', ...soundtrack },
      tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 5 }] }],
    },
    output: { format: 'mp4', resolution: 'sd' },
  };
  return findWarnings(edit, resolveTimes(edit, lengthWithoutMedia), 'interface').map(
    ({ field, text }) => `${field}: ${text}`,
  );
}

it.each<[Partial<Soundtrack>, string]>([
  [
    { start: 5 },
    'timeline.soundtrack.start: The soundtrack starts at 5 s, but the timeline ends at 5 s, so it is not heard.',
  ],
  [
    { volume: [{ from: 0, to: 1 }], effect: 'fadeIn' },
    'timeline.soundtrack.effect: The fade "fadeIn" has no effect on a volume with tweens. Use the tweens to fade.',
  ],
  [
    { volume: [{ from: 0, to: 1, easing: 'ease' }] },
    'timeline.soundtrack.volume[0].easing: The easing has no effect with the interpolation "linear". Set "interpolation" to "bezier".',
  ],
])('the soundtrack %j causes one warning', (soundtrack, warning) => {
  expect(warningsOf(soundtrack)).toEqual([warning]);
});

it('a soundtrack that is heard causes no warning', () => {
  expect(warningsOf({ start: 4.9, loop: true, effect: 'fadeOut', volume: 0.5 })).toEqual([]);
  expect(warningsOf({ volume: [{ from: 0, to: 1, interpolation: 'bezier', easing: 'ease' }] })).toEqual([]);
});
