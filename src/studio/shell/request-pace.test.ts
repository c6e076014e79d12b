import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MinuteCounts } from '../../base/counts/minute-counts.ts';
import { RequestPace } from './request-pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A server with a limit of 300 in a minute. Returns the number of rejected requests. */
function openServer() {
  const counts = new MinuteCounts(1);
  let rejected = 0;
  const ask = (pace: RequestPace): void => {
    pace.noteRequest();
    const { count, leftMs } = counts.add('');
    const isOver = count > 300;
    if (isOver) rejected += 1;
    const headers = {
      'ratelimit-limit': '300',
      'ratelimit-remaining': String(Math.max(0, 300 - count)),
      'ratelimit-reset': String(Math.ceil(leftMs / 1000)),
    };
    pace.noteAnswer({ status: isOver ? 429 : 200, headers: new Headers(headers) });
  };
  return { ask, countRejected: () => rejected };
}

/** Scrubs in some pages for three minutes, as fast as the pace allows. Returns the longest pause of a picture. */
function scrub(pages: number): {
  readonly longest: number;
  readonly pictures: number;
  readonly rejected: number;
} {
  const server = openServer();
  const paces = Array.from({ length: pages }, () => ({ pace: new RequestPace(), last: 0 }));
  let [longest, pictures] = [0, 0];
  for (let time = 0; time < 180_000; time += 20) {
    vi.advanceTimersByTime(20);
    for (const page of paces) {
      // A picture takes 100 ms.
      if (time - page.last < 100 || page.pace.pictureWait() > 0) continue;
      if (page.last > 0) longest = Math.max(longest, time - page.last);
      page.pace.notePicture();
      server.ask(page.pace);
      page.last = time;
      pictures += 1;
    }
  }
  return { longest, pictures, rejected: server.countRejected() };
}

it.each([
  [1, 1500],
  [2, 1500],
])('keeps pictures coming while %d pages move the playhead without a pause', (pages, most) => {
  const { longest, pictures, rejected } = scrub(pages);
  expect(rejected).toBe(0);
  expect(longest).toBeLessThan(most);
  expect(pictures).toBeGreaterThan(700);
});

it('lets work that can wait come last', () => {
  const server = openServer();
  const pace = new RequestPace();
  expect(pace.spareWait()).toBe(0);
  for (let count = 0; count < 50; count++) server.ask(pace);
  expect(pace.spareWait()).toBeGreaterThan(0);
  expect(pace.pictureWait()).toBe(0);
  vi.advanceTimersByTime(pace.spareWait() + 1);
  expect(pace.spareWait()).toBe(0);
});

it('waits for the end of the minute if nothing is left of it', () => {
  const server = openServer();
  const pace = new RequestPace();
  for (let count = 0; count < 301; count++) server.ask(pace);
  expect([pace.isBlocked, Math.round(pace.pictureWait())]).toEqual([true, 60_000]);
  vi.advanceTimersByTime(60_001);
  expect([pace.isBlocked, pace.pictureWait()]).toEqual([false, 0]);
});

it('knows no limit if the server says nothing of one', () => {
  const pace = new RequestPace();
  pace.noteAnswer({ status: 200, headers: new Headers() });
  expect([pace.pictureWait(), pace.spareWait()]).toEqual([0, 0]);
});
