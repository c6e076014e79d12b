import { expect, it } from 'vitest';
import { fromRatio, ZERO } from '../../base/time.ts';
import { isLaterShown } from './source-moment.ts';

/** Returns if the later frame is shown. All times are in milliseconds. */
function shows(
  [earlier, later]: readonly [number, number],
  time: number,
  { lead = 20, rounding = 0 } = {},
): boolean {
  const ms = (count: number) => (count === 0 ? ZERO : fromRatio(Math.round(count * 1000), 1_000_000));
  return isLaterShown(
    { earlier: ms(earlier), later: ms(later), rounding: ms(rounding) },
    { time: ms(time), lead: ms(lead) },
  );
}

it('shows a frame from its own time on', () => {
  expect([shows([0, 40], 0), shows([0, 40], 40), shows([0, 40], 70)]).toEqual([false, true, true]);
});

it('shows the nearer one of two frames', () => {
  expect([shows([0, 40], 19.9), shows([0, 40], 20.1)]).toEqual([false, true]);
  expect([shows([0, 10], 4.9), shows([0, 10], 5.1)]).toEqual([false, true]);
});

it('shows the earlier one if both are equally near', () => {
  expect([shows([0, 40], 20), shows([0, 10], 5)]).toEqual([false, false]);
});

it('ends a frame that lasts long by less than its lead too early, never by the whole lead', () => {
  expect([shows([0, 1000], 600), shows([0, 1000], 980), shows([0, 1000], 980.1)]).toEqual([
    false,
    false,
    true,
  ]);
});

it('shows no frame early without a lead', () => {
  expect([shows([0, 40], 39.9, { lead: 0 }), shows([0, 40], 40, { lead: 0 })]).toEqual([false, true]);
});

it('undoes roundings: a frame is reached early, but a tie stays a tie', () => {
  expect([
    shows([0, 40], 39.6, { lead: 0, rounding: 0.5 }),
    shows([0, 33], 16.67, { rounding: 0.5 }),
    shows([0, 33], 17.1, { rounding: 0.5 }),
  ]).toEqual([true, false, true]);
});
