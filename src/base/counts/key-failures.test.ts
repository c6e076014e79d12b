import { afterEach, expect, it, vi } from 'vitest';
import { addressBlockOf, KeyFailures } from './key-failures.ts';

afterEach(() => vi.useRealTimers());

it('counts an address up to the limit, until a minute after its first failure', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const failures = new KeyFailures(1 / 30);
  expect([failures.add('192.0.2.1'), failures.add('192.0.2.1')]).toEqual([0, 0]);
  vi.advanceTimersByTime(15_000);
  expect(failures.add('192.0.2.1')).toBe(45);
  expect(failures.add('192.0.2.2')).toBe(0);
  vi.advanceTimersByTime(45_000);
  expect(failures.add('192.0.2.1')).toBe(0);
});

it('forgets the address of the oldest failure if there are too many', () => {
  const failures = new KeyFailures(1 / 60);
  for (let index = 0; index <= 10_000; index += 1) failures.add(`address ${index}`);
  expect(failures.add('address 1')).toBeGreaterThan(0);
  expect(failures.add('address 0')).toBe(0);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
])('counts %s as %s', (address, block) => {
  expect(addressBlockOf(address)).toBe(block);
});
