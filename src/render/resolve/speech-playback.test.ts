import { expect, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';
import type { Dialect } from '../../edit/model.ts';
import { toPlayback } from './dialect.ts';
import { moveCuesToTimeline } from './speech-playback.ts';

const CUES: readonly Cue[] = [
  {
    from: toSeconds(2),
    to: toSeconds(3.2),
    text: 'two words',
    words: [
      { text: 'two', from: toSeconds(2), to: toSeconds(2.4) },
      { text: 'words', from: toSeconds(2.6), to: toSeconds(3) },
    ],
  },
];

/** Returns the times of the cue and of its words for speech that begins at 10 s. */
function heard(playing: { trim?: number; speed?: number }, dialect: Dialect): number[] {
  return moveCuesToTimeline(CUES, { start: toSeconds(10), ...toPlayback(playing, dialect) })
    .flatMap(({ from, to, words }) => [from, to, ...words.flatMap((word) => [word.from, word.to])])
    .map((time) => time.valueOf());
}

test.each<[{ trim?: number; speed?: number }, Dialect, number[]]>([
  [{}, 'interface', [12, 13.2, 12, 12.4, 12.6, 13]],
  [{ trim: 1.5 }, 'interface', [10.5, 11.7, 10.5, 10.9, 11.1, 11.5]],
  [{ speed: 2 }, 'interface', [11, 11.6, 11, 11.2, 11.3, 11.5]],
  // Clip second t is source second trim + speed t.
  [{ trim: 1, speed: 2 }, 'interface', [10.5, 11.1, 10.5, 10.7, 10.8, 11]],
  // Clip second t is source second speed (trim + t).
  [{ trim: 0.5, speed: 2 }, 'shotstack', [10.5, 11.1, 10.5, 10.7, 10.8, 11]],
  [{ trim: 4, speed: 0.5 }, 'shotstack', [10, 12.4, 10, 10.8, 11.2, 12]],
  [{ speed: 0 }, 'interface', []],
])(
  'words are moved to the times at which they are heard: playback %j, dialect %s',
  (playing, dialect, times) => {
    expect(heard(playing, dialect)).toEqual(times);
  },
);
