import { expect, it } from 'vitest';
import { AV_FRAME_FLAG_KEY, AV_NOPTS_VALUE } from '../ffmpeg.ts';
import { FrameOrder } from './frame-order.ts';

/** The display time of a frame, its decoding time, and its flags. */
type Times = readonly [bigint, bigint, number?];

/** Returns the shown times of the frames that are not late. */
function keep(frames: readonly Times[], order = new FrameOrder(), isLast = false) {
  return frames
    .filter(
      ([bestEffortTimestamp, pktDts, flags = 0]) =>
        !order.isLate({ bestEffortTimestamp, pktDts, flags }, isLast),
    )
    .map(([shown]) => Number(shown));
}

it('drops a frame that comes after one that is shown later', () => {
  const frames = [
    [8n, 8n],
    [14n, 12n],
    [9n, 13n],
    [15n, 14n],
    [10n, 15n],
    [16n, 16n],
  ] as const;
  expect(keep(frames)).toEqual([8, 14, 15, 16]);
});

it('drops a late frame among the last ones, whose packets have no times', () => {
  const order = new FrameOrder();
  const last = [
    [59n, AV_NOPTS_VALUE],
    [52n, AV_NOPTS_VALUE],
    [60n, AV_NOPTS_VALUE],
  ] as const;
  expect(keep([[58n, 57n]], order)).toEqual([58]);
  expect(keep(last, order, true)).toEqual([59, 60]);
});

it('keeps all frames of a file whose clock steps back', () => {
  const frames = [
    [8n, 8n],
    [9n, 9n],
    [0n, 0n],
    [1n, 1n],
    [2n, 2n],
  ] as const;
  expect(keep(frames)).toEqual([8, 9, 0, 1, 2]);
});

it('keeps all frames of a film that begins with a keyframe before the end of another', () => {
  const frames: Times[] = [
    [10n, 8n],
    [11n, 9n],
    [10n, 10n, AV_FRAME_FLAG_KEY],
    [11n, 11n],
    [12n, 12n],
  ];
  expect(keep(frames)).toEqual([10, 11, 10, 11, 12]);
});

it('keeps frames at the same time, and frames without a time', () => {
  const frames = [
    [8n, 8n],
    [8n, 9n],
    [AV_NOPTS_VALUE, 10n],
    [9n, 11n],
  ] as const;
  expect(keep(frames)).toEqual([8, 8, Number(AV_NOPTS_VALUE), 9]);
});

it('forgets the frames before a seek', () => {
  const order = new FrameOrder();
  expect(keep([[80n, 80n]], order)).toEqual([80]);
  order.reset();
  expect(
    keep(
      [
        [10n, 10n],
        [11n, 11n],
      ],
      order,
    ),
  ).toEqual([10, 11]);
});
