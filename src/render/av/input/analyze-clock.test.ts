import { expect, it } from 'vitest';
import { analyzeClock, type ForwardSteps, MAX_STRAYS, type PacketTimes } from './analyze-clock.ts';

const [VIDEO, SOUND] = [0, 1];

/** A part of a stream: steady packets from a second on. */
type Part = readonly [stream: number, from: number, count: number, step: number];

/** Lists the packets of parts in the order in which a writer stores them, part by part. */
function packetsOf(...parts: readonly (readonly Part[])[]): PacketTimes {
  const times: PacketTimes = { stream: [], decoded: [], shown: [], duration: [], minBackward: 0.1 };
  for (const together of parts) {
    const start = Math.min(...together.map(([, from]) => from));
    const packets = together
      .flatMap(([stream, from, count, step]) =>
        Array.from({ length: count }, (_, index) => ({ stream, at: from + index * step, step })),
      )
      .toSorted((one, other) => one.at - start - (other.at - start));
    for (const { stream, at, step } of packets) {
      times.stream.push(stream);
      times.decoded.push(at);
      times.shown.push(at);
      times.duration.push(step);
    }
  }
  return times;
}

const analyze = (times: PacketTimes, forward: ForwardSteps = 'alone') =>
  analyzeClock(times, new Set([VIDEO]), forward);

/** Two seconds of picture and sound. */
const film = (from: number): Part[] => [
  [VIDEO, from, 50, 0.04],
  [SOUND, from, 100, 0.02],
];

it('a steady clock has no findings', () => {
  const found = analyze(packetsOf(film(5)));
  expect(found).toMatchObject({ restarts: [], strays: [] });
  expect(found.steps.size).toBe(0);
  expect(found.ends.get(VIDEO)).toBeCloseTo(7);
});

it.each([
  ['forward', [0, 1000, 2000]],
  ['back', [1000, 500, 0]],
  ['forward and back', [10, 5000, 10]],
])('picture and sound step by the same time: %s', (_, starts) => {
  const { steps, restarts, ends } = analyze(packetsOf(...starts.map(film)));
  const [first = 0] = starts;
  expect(restarts.map((at) => Math.round(at - first))).toEqual([2, 4]);
  const shifts = [VIDEO, SOUND].map((stream) => steps.get(stream)?.map(({ shift }) => shift.toFixed(6)));
  expect(shifts[0]).toEqual(shifts[1]);
  expect(ends.get(VIDEO)).toBeCloseTo(first + 6);
});

it('a stream that ends later than the other one does not overlap itself', () => {
  const longer: Part[] = [
    [VIDEO, 0, 50, 0.04],
    [SOUND, 0, 150, 0.02],
  ];
  const { steps } = analyze(packetsOf(longer, film(500)));
  expect(steps.get(VIDEO)?.[0]?.shift).toBeCloseTo(-497);
  expect(steps.get(SOUND)?.[0]?.shift).toBeCloseTo(-497);
});

it('a stream that pauses while the other one goes on has a steady clock', () => {
  const times = packetsOf([
    [VIDEO, 0, 25, 0.04],
    [VIDEO, 30, 25, 0.04],
    [SOUND, 0, 1550, 0.02],
  ]);
  expect(analyze(times).restarts).toEqual([]);
});

it('slides have a steady clock, and so has a picture that pauses in Matroska', () => {
  expect(analyze(packetsOf([[VIDEO, 0, 10, 15]])).restarts).toEqual([]);
  expect(analyze(packetsOf([[VIDEO, 0, 50, 0.04]], [[VIDEO, 60, 50, 0.04]]), 'together').restarts).toEqual(
    [],
  );
  expect(analyze(packetsOf(film(0), film(60)), 'together').restarts).toHaveLength(1);
});

it.each([60, -60, 5000])('a packet that is wrong by %d s has no effect', (wrong) => {
  const times = packetsOf(film(100));
  const at = times.stream.indexOf(VIDEO, 60);
  times.decoded[at] = times.shown[at] = (times.shown[at] ?? 0) + wrong;
  const { strays, restarts, ends } = analyze(times);
  expect(strays).toHaveLength(1);
  expect(restarts).toEqual([]);
  expect(ends.get(VIDEO)).toBeCloseTo(102);
});

it.each([3, 40])(
  'a packet that is stored before others, but shown after a pause of %d s, is right',
  (pause) => {
    const times = packetsOf([[VIDEO, 0, 25, 0.04]], [[VIDEO, pause, 25, 0.04]]);
    // The first frame after the pause is stored before the last two of before.
    for (const column of [times.decoded, times.shown]) column.splice(23, 3, pause, ...column.slice(23, 25));
    expect(analyze({ ...times, minBackward: 1 }, 'together')).toMatchObject({ strays: [], restarts: [] });
  },
);

it.each([0.2, 0.5, 3])('a step of %d s back is a new start of a clock that goes on steadily', (step) => {
  const { restarts, ends } = analyze(packetsOf(film(0), film(2 - step)));
  expect(restarts).toEqual([expect.closeTo(2)]);
  expect([ends.get(VIDEO), ends.get(SOUND)]).toEqual([expect.closeTo(4), expect.closeTo(4)]);
});

it.each([1, 8])('%d wrong times a little back are no new start', (count) => {
  const times = packetsOf([[VIDEO, 10, 100, 0.04]]);
  for (let index = 30; index < 30 + count; index++) {
    times.decoded[index] = (times.decoded[index] ?? 0) - 5;
    times.shown[index] = (times.shown[index] ?? 0) - 5;
  }
  const { restarts, ends } = analyze(times);
  expect(restarts).toEqual([]);
  expect(ends.get(VIDEO)).toBeCloseTo(14);
});

it('a wrong time in a long file is found', () => {
  const times = packetsOf([[SOUND, 0, 200_000, 0.02]]);
  times.decoded[100_000] = times.shown[100_000] = 9000;
  const { strays, counts } = analyze(times);
  expect(strays.map((at) => Math.round(at))).toEqual([2000]);
  expect(counts.get(SOUND)?.packets).toBe(199_999);
});

it('the first packet of a stream may have a wrong time', () => {
  const times = packetsOf(film(0));
  const first = times.stream.indexOf(VIDEO);
  times.decoded[first] = times.shown[first] = 60;
  const { strays, restarts, ends } = analyze(times);
  expect(strays).toEqual([expect.closeTo(0)]);
  expect(restarts).toEqual([]);
  expect(ends.get(VIDEO)).toBeCloseTo(2);
});

it('a picture with a wrong time comes before the earliest of those that are stored behind it', () => {
  const times = packetsOf([[VIDEO, 0, 50, 0.04]]);
  // Each second picture needs the next one.
  for (let index = 1; index + 1 < 50; index += 2)
    [times.shown[index], times.shown[index + 1]] = [(index + 1) / 25, index / 25];
  times.shown[0] = times.decoded[0] = 60;
  const { strays, counts } = analyze(times);
  expect(strays).toEqual([expect.closeTo(0)]);
  expect(counts.get(VIDEO)?.seconds).toBeCloseTo(1.96);
});

it('a first packet that is only followed by a pause is right', () => {
  const times = packetsOf([[VIDEO, 0, 1, 0.04]], [[VIDEO, 60, 50, 0.04]]);
  expect(analyze(times, 'together')).toMatchObject({ strays: [], restarts: [] });
});

it('a wrong time after a step is placed after the step', () => {
  const times = packetsOf(film(10), film(5000));
  const at = times.stream.lastIndexOf(VIDEO) - 60;
  const wrong = times.stream.indexOf(VIDEO, at);
  times.decoded[wrong] = times.shown[wrong] = (times.shown[wrong] ?? 0) + 60;
  const { strays, restarts } = analyze(times);
  expect(restarts.map((moment) => Math.round(moment))).toEqual([12]);
  expect(strays).toHaveLength(1);
  expect(strays[0]).toBeGreaterThan(12);
  expect(strays[0]).toBeLessThan(14);
});

it.each([
  [MAX_STRAYS, MAX_STRAYS],
  [MAX_STRAYS + 1, 0],
])('%d wrong times in a row count as %d', (count, found) => {
  const times = packetsOf([[VIDEO, 0, 100, 0.04]]);
  for (let index = 30; index < 30 + count; index++)
    times.decoded[index] = times.shown[index] = 1000 * (index - 28);
  expect(analyze(times).strays).toHaveLength(found);
});
