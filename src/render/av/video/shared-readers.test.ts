import { afterEach, expect, test, vi } from 'vitest';
import type { StreamLocation } from '../../media/media.ts';
import { SharedReaders } from './shared-readers.ts';
import { VideoReader } from './video-reader.ts';

const LOCATION = {} as StreamLocation;
const [CLIP, OTHER] = [{}, {}];

afterEach(() => vi.restoreAllMocks());

/** Replaces the opening of files. Returns how many readers were opened and closed. */
function countReaders() {
  const count = { opened: 0, closed: 0 };
  vi.spyOn(VideoReader, 'open').mockImplementation(() => {
    count.opened++;
    const reader = { frameAt: () => Promise.resolve(undefined), [Symbol.dispose]: () => (count.closed += 1) };
    // The cast is safe: shared readers use nothing else.
    return Promise.resolve(reader as unknown as VideoReader);
  });
  return count;
}

test('a clip has one reader until its last user closes it', async () => {
  const count = countReaders();
  const readers = new SharedReaders();
  const [one, two] = await Promise.all([
    readers.openerFor(CLIP)(LOCATION),
    readers.openerFor(CLIP)(LOCATION),
  ]);
  expect(count).toEqual({ opened: 1, closed: 0 });
  one[Symbol.dispose]();
  expect(count).toEqual({ opened: 1, closed: 0 });
  two[Symbol.dispose]();
  expect(count).toEqual({ opened: 1, closed: 1 });
  (await readers.openerFor(CLIP)(LOCATION))[Symbol.dispose]();
  expect(count).toEqual({ opened: 2, closed: 2 });
});

test('two clips have readers of their own, even of one file', async () => {
  const count = countReaders();
  const readers = new SharedReaders();
  using one = await readers.openerFor(CLIP)(LOCATION);
  using two = await readers.openerFor(OTHER)(LOCATION);
  expect(one).not.toBe(two);
  expect(count.opened).toBe(2);
});

test('a file that cannot be opened is tried again', async () => {
  const opened = vi.spyOn(VideoReader, 'open').mockRejectedValue(new Error('damaged'));
  const readers = new SharedReaders();
  await expect(readers.openerFor(CLIP)(LOCATION)).rejects.toThrow('damaged');
  await expect(readers.openerFor(CLIP)(LOCATION)).rejects.toThrow('damaged');
  expect(opened).toHaveBeenCalledTimes(2);
});
