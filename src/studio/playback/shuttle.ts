import { signal } from '@preact/signals';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { frameRate, playhead, seek } from '../edit/edit-state.ts';
import { session } from '../shell/session.ts';
import { play, playback, playbackSpeed, stop } from './playback.ts';

/** The speeds of the keys J and L, one after the other. */
const SPEEDS = [1, 2, 4];

/** The speed at which the playhead runs back without sound. 0 if it does not. */
export const backSpeed = signal(0);

let frame = 0;

/** Plays. If it plays already, plays faster. */
export function playForward(): void {
  if (backSpeed.value > 0) {
    stopAll();
    return;
  }
  const isPlaying = playback.value.kind !== 'stopped';
  playbackSpeed.value = isPlaying ? fasterThan(playbackSpeed.value) : 1;
  const client = session.value?.client;
  if (!isPlaying && client) void play(client);
}

/** Runs back, with pictures and without sound. If it runs back already, runs faster. */
export function playBack(): void {
  if (playback.value.kind !== 'stopped') {
    stopAll();
    return;
  }
  const isRunning = backSpeed.value > 0;
  backSpeed.value = isRunning ? fasterThan(backSpeed.value) : 1;
  if (!isRunning) runBack(performance.now());
}

/** Moves the playhead by some frames. Stops playing. */
export function step(frames: number): void {
  stopAll();
  const rate = frameRate.value;
  seek(secondsOfFrames(nearestFrameAt(playhead.value, rate) + frames, rate));
}

/** Stops playing and running back. */
export function stopAll(): void {
  cancelAnimationFrame(frame);
  backSpeed.value = 0;
  stop();
}

function runBack(before: number): void {
  frame = requestAnimationFrame((now) => {
    seek(playhead.value - ((now - before) / 1000) * backSpeed.value);
    if (playhead.value > 0) runBack(now);
    else stopAll();
  });
}

function fasterThan(speed: number): number {
  return SPEEDS.find((each) => each > speed) ?? speed;
}
