import { expect, it } from 'vitest';
import { fromRatio, toSeconds, toSpeed, ZERO } from '../../../base/time.ts';
import { type Camera, cameraAt, isResting } from './camera.ts';
import { cutCamera, playedRangeOf } from './cut-camera.ts';

const CAMERA: Camera = [
  { from: 0, after: 0, since: 0, x: [0.2, 0.2, 0.3, 0.4, 0.4], y: [0.5] },
  { from: 1_001_000, after: 967_633, since: 1_001_000, x: [0.8], y: [0.5] },
];

it('moves without a jump in its speed between its points', () => {
  const at = (second: number): number => cameraAt(CAMERA, { time: toSeconds(second), lead: ZERO }).x;
  expect(at(0)).toBeCloseTo(0.2, 5);
  expect(at(0.4)).toBeCloseTo(0.3, 2);
  expect(at(0.9)).toBeCloseTo(0.4, 2);
  const speeds = Array.from({ length: 90 }, (_, index) => (at((index + 1) / 100) - at(index / 100)) * 100);
  const changes = speeds.slice(1).map((speed, index) => Math.abs(speed - (speeds[index] ?? 0)));
  expect(Math.max(...changes)).toBeLessThan(0.03);
});

it('jumps with the first frame of another shot, even if it is shown before its time', () => {
  const frame = fromRatio(1, 25);
  const shown = (second: number): number =>
    cameraAt(CAMERA, { time: toSeconds(second), lead: frame.div(2) }).x;
  expect(shown(0.96)).toBeLessThan(0.5);
  // The frame before it, of another shot, is 0.0334 s earlier and nearer until the middle between them.
  expect(shown(0.984)).toBeLessThan(0.5);
  expect(shown(0.985)).toBe(0.8);
  expect(shown(30)).toBe(0.8);
});

it('rests if it has one shot with one place', () => {
  expect(isResting(CAMERA)).toBe(false);
  expect(isResting([CAMERA[1]!])).toBe(true);
});

it('is the same after it was cut to what a clip plays', () => {
  const points = Array.from({ length: 200 }, (_, index) => Math.sin(index / 9) / 4 + 0.5);
  const long: Camera = [
    { from: 0, after: 0, since: 0, x: points, y: [0.5] },
    { from: 40e6, after: 39.96e6, since: 40e6, x: [0.1], y: [0.5] },
  ];
  const playback = { trim: toSeconds(10.5), speed: toSpeed(2) };
  const [first, ...others] = cutCamera(long, playedRangeOf(playback, 0, 3));
  expect(others).toEqual([]);
  expect(first!.x.length).toBeLessThan(60);
  for (const second of [10.5, 12, 13.37, 16.5])
    expect(cameraAt([first!], { time: toSeconds(second), lead: ZERO })).toEqual(
      cameraAt(long, { time: toSeconds(second), lead: ZERO }),
    );
});
