import { expect, it } from 'vitest';
import { FluentScale } from './fluent-scale.ts';

function play(scale: FluentScale, pictures: number, dropped: number): number {
  for (let picture = 0; picture < pictures; picture++) scale.count(dropped);
  return scale.value;
}

it('keeps the size of the view while all pictures are drawn', () => {
  expect(play(new FluentScale(), 1000, 0)).toBe(1);
});

it('keeps it if few are left out', () => {
  const scale = new FluentScale();
  for (let second = 0; second < 100; second++) {
    scale.count(2);
    play(scale, 22, 0);
  }
  expect(scale.value).toBe(1);
});

it('leaves half of the pixels within half a second at ten of 25 pictures', () => {
  expect(play(new FluentScale(), 5, 1.5)).toBeCloseTo(Math.SQRT1_2);
});

it('never falls below a third', () => {
  expect(play(new FluentScale(), 1000, 9)).toBe(1 / 3);
});

it('does not count the time in which the page was hidden', () => {
  const scale = new FluentScale();
  scale.count(300);
  expect(play(scale, 100, 0)).toBe(1);
});
