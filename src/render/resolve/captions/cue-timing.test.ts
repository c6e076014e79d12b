import { describe, expect, it, test } from 'vitest';
import {
  type FrameIndex,
  toRate,
  toSeconds,
  type Seconds,
  toSpeed as exactSpeed,
} from '../../../base/time.ts';
import type { Cue } from '../../media/media.ts';
import { cuesOfSpeech, playCues, visibleCues } from './cue-timing.ts';
import type { Span } from '../timeline.ts';

const RATE = toRate(25);

function cue(from: number, to: number, text = 'a'): Cue {
  return {
    from: toSeconds(from),
    to: toSeconds(to),
    text,
    words: [{ text, from: toSeconds(from), to: toSeconds(to) }],
  };
}

function span(from: number, to: number): Span {
  return { from: from as FrameIndex, to: to as FrameIndex };
}

const numbers = (...times: readonly Seconds[]): number[] => times.map((time) => time.valueOf());
const timesOf = (cues: readonly Cue[]): number[][] =>
  cues.map(({ from, to, words }) => numbers(from, to, ...words.flatMap((word) => [word.from, word.to])));

describe('cues of a file', () => {
  test.each([
    [0, 1, [[1, 3, 1, 3]]],
    [0.5, 1, [[0.5, 2.5, 0.5, 2.5]]],
    [2, 2, [[-0.5, 0.5, -0.5, 0.5]]],
    [2, 0, [[0, 10, 1, 3]]],
    [3, 0, []],
  ])('with a trim of %d s and a speed of %d', (trim, speed, expected) => {
    expect(
      timesOf(playCues([cue(1, 3)], { trim: toSeconds(trim), speed: exactSpeed(speed) }, toSeconds(10))),
    ).toEqual(expected);
  });
});

describe('cues of speech', () => {
  const SAID: Cue = {
    from: toSeconds(2),
    to: toSeconds(6),
    text: 'one two,\nthree 四',
    words: [
      { text: 'one', from: toSeconds(2), to: toSeconds(3) },
      { text: 'two,', from: toSeconds(3), to: toSeconds(4) },
      { text: 'three', from: toSeconds(4), to: toSeconds(5) },
      { text: '四', from: toSeconds(5), to: toSeconds(6) },
    ],
  };
  /**
   * Returns the cues of a clip whose captions follow another clip.
   *
   * @param voice Frames of the clip that is heard.
   * @param own Frames of the clip with captions.
   */
  const heard = (voice: Span, own: Span, trim = 0, speed = 1): Cue[] =>
    cuesOfSpeech(
      [SAID],
      { span: voice, playback: { trim: toSeconds(trim), speed: exactSpeed(speed) } },
      own,
      RATE,
    );

  it('keep the times at which they are heard, whenever their own clip begins', () => {
    expect(timesOf(heard(span(250, 500), span(250, 500)))).toEqual([[2, 6, 2, 3, 3, 4, 4, 5, 5, 6]]);
    // The speech begins 2 s earlier in the first case and 1 s later in the second.
    expect(timesOf(heard(span(200, 500), span(250, 500)))).toEqual([[0, 4, 0, 1, 1, 2, 2, 3, 3, 4]]);
    expect(timesOf(heard(span(275, 500), span(250, 500), 2, 2))).toEqual([
      [1, 3, 1, 1.5, 1.5, 2, 2, 2.5, 2.5, 3],
    ]);
  });

  it('are cut to the words that their clip plays', () => {
    const [first] = heard(span(0, 100), span(0, 500));
    expect(first && [first.text, ...timesOf([first])[0]!]).toEqual(['one two,', 2, 4, 2, 3, 3, 4]);
    const [last] = heard(span(0, 500), span(0, 500), 3.5);
    expect(last && [last.text, ...timesOf([last])[0]!]).toEqual(['three 四', 0.5, 2.5, 0.5, 1.5, 1.5, 2.5]);
    expect(heard(span(0, 500), span(0, 500), 7)).toEqual([]);
  });

  it('are none at speed 0', () => expect(heard(span(0, 500), span(0, 500), 2, 0)).toEqual([]));
});

test('cues are visible from the first frame at or after their start to the last frame before their end', () => {
  const seen = (from: number, to: number): boolean =>
    visibleCues([cue(from, to)], span(100, 125), RATE).length === 1;
  expect([seen(-2, 0), seen(-2, 0.001), seen(0.001, 0.04), seen(0.001, 0.041)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([seen(0.96, 5), seen(0.961, 5), seen(1, 5)]).toEqual([true, false, false]);
});
