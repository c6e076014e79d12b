import { signal } from '@preact/signals';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { frameRate, playhead, seek } from '../edit/edit-state.ts';
import { play, playback, playedRange, stop } from './playback.ts';

/** The speeds of the keys J and L, one after the other. */
const SPEEDS = [1, 2, 4];

/** The speed at which the playhead runs without sound. Below 0 if it runs back, 0 if it does not run. */
export const shuttleSpeed = signal(0);

let request = 0;

/** Plays. If it plays already, runs faster. */
export function playForward(): void {
  if (shuttleSpeed.value < 0) stopAll();
  else if (playback.value === 'stopped' && shuttleSpeed.value === 0) play();
  else runAt(fasterThan(Math.max(1, shuttleSpeed.value)));
}

/** Runs back. If it runs back already, runs faster. */
export function playBack(): void {
  if (playback.value !== 'stopped' || shuttleSpeed.value > 0) stopAll();
  else runAt(-fasterThan(-shuttleSpeed.value));
}

/** Moves the playhead by some frames. Stops playing. */
export function step(frames: number): void {
  stopAll();
  const rate = frameRate.value;
  seek(secondsOfFrames(nearestFrameAt(playhead.value, rate) + frames, rate));
}

/** Stops playing and running. */
export function stopAll(): void {
  cancelAnimationFrame(request);
  shuttleSpeed.value = 0;
  stop();
}

/** Moves the playhead with pictures and without sound, to an end of the part that plays. */
function runAt(speed: number): void {
  stopAll();
  shuttleSpeed.value = speed;
  const { start, length } = playedRange();
  const end = start + length;
  let before = performance.now();
  const run = (now: number): void => {
    const at = playhead.value + ((now - before) / 1000) * speed;
    before = now;
    seek(speed > 0 ? Math.min(at, end) : at);
    if (speed > 0 ? at < end : at > 0) request = requestAnimationFrame(run);
    else stopAll();
  };
  request = requestAnimationFrame(run);
}

function fasterThan(speed: number): number {
  return SPEEDS.find((each) => each > speed) ?? speed;
}
