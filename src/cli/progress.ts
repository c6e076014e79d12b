import { SingleBar } from 'cli-progress';
import type { Progress, Stage } from '../render/render.ts';
import type { Terminal } from './terminal.ts';

const STAGES: Readonly<Record<Stage, string>> = {
  fetching: 'Fetching the media',
  preprocessing: 'Preparing the media',
  rendering: 'Rendering',
};
const FACTS = '{value} of {total} frames, {fps} fps, {eta_formatted} left';

/** Shows how far a render is. `end` must be called, whatever the outcome: until then the bar keeps drawing itself. */
export interface ProgressDisplay {
  readonly report: (progress: Progress) => void;
  readonly end: () => void;
}

/** A bar that is drawn over in a terminal; elsewhere, as in the log of a build, a line every few seconds. */
export function displayProgress(stream: Terminal['stderr']): ProgressDisplay {
  const bar = new SingleBar({
    stream,
    format: stream.isTTY === true ? `{bar} {percentage}%, ${FACTS}` : `{percentage}%, ${FACTS}`,
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
    barsize: 24,
    etaBuffer: 50,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let stage: Stage | undefined;
  let startedAt = 0;

  const enter = (next: Stage, frames: number | undefined) => {
    stage = next;
    startedAt = performance.now();
    stream.write(`${STAGES[next]} ...\n`);
    if (frames !== undefined) bar.start(frames, 0, { fps: '0.0' });
  };
  return {
    report({ stage: next, frame = 0, frames }) {
      if (next !== stage) enter(next, frames);
      if (!bar.isActive) return;
      const fps = (frame * 1000) / Math.max(performance.now() - startedAt, 1);
      bar.update(frame, { fps: fps.toFixed(1) });
    },
    end: () => bar.stop(),
  };
}
