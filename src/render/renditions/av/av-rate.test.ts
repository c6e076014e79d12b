import { describe, expect, it } from 'vitest';
import { type Rate, toRate } from '../../../base/time.ts';
import { rateOf } from './av-rate.ts';

const rate = (numerator: number, denominator = 1): Rate => toRate(numerator).div(denominator);

describe('the frame rate of a rendition without a requested rate', () => {
  it.each([
    [rate(25), '25'],
    [rate(2997, 100), '30000/1001'],
    [rate(23_976, 1000), '24000/1001'],
    [rate(3001, 100), '30'],
    [rate(7, 2), '7/2'],
    [rate(1, 10), '1/10'],
    [rate(11), '11'],
  ])('is the average rate that a source means', (average, expected) => {
    expect(rateOf({ average, exact: undefined }, false, 240).toFraction()).toBe(expected);
  });

  it('is one that loses hardly any frame if the rate of the source varies', () => {
    expect(rateOf({ average: rate(17), exact: rate(90_000) }, true, 240).toFraction()).toBe('20');
    expect(rateOf({ average: rate(2985, 100), exact: rate(90_000) }, true, 240).toFraction()).toBe(
      '30000/1001',
    );
    expect(rateOf({ average: rate(17), exact: rate(30) }, true, 240).toFraction()).toBe('30');
  });

  it('is the usual one if the source declares none', () => {
    expect(rateOf({ average: undefined, exact: undefined }, false, 240).toFraction()).toBe('25');
  });

  it('is not above the limit of the codec', () => {
    expect(rateOf({ average: rate(120), exact: undefined }, false, 60).toFraction()).toBe('60');
  });
});
