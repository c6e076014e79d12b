import { SingleBar } from 'cli-progress';
import type { Progress, Stage } from '../render/render.ts';
import type { Terminal } from './terminal.ts';

const STAGES: Readonly<Record<Stage, string>> = {
  fetching: 'Fetching the media',
  preprocessing: 'Preparing the media',
  rendering: 'Rendering',
};
const FACTS = '{value} of {total} frames, {fps} fps, {left}';

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
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let stage: Stage | undefined;
  let startedAt = 0;
  let told: string | undefined;

  const enter = (next: Stage, frames: number | undefined) => {
    stage = next;
    startedAt = performance.now();
    stream.write(`${STAGES[next]} ...\n`);
    if (frames !== undefined) bar.start(frames, 0, pace(0, frames, 0));
  };
  return {
    report({ stage: next, frame = 0, frames, doing }) {
      if (next !== stage) enter(next, frames);
      if (doing !== undefined && doing !== told) stream.write(`${doing} ...\n`);
      told = doing ?? told;
      if (!bar.isActive) return;
      bar.update(frame, pace(frame, bar.getTotal(), performance.now() - startedAt));
    },
    end: () => bar.stop(),
  };
}

/** The frames a second since the start, and how long the rest takes at that pace. */
function pace(frame: number, frames: number, elapsedMs: number): { fps: string; left: string } {
  if (frame === 0 || elapsedMs === 0) return { fps: '0.0', left: 'time left not known yet' };
  const fps = (frame * 1000) / elapsedMs;
  const left = Math.ceil((frames - frame) / fps);
  const minutes = left < 60 ? '' : `${Math.floor(left / 60)} min `;
  return { fps: fps.toFixed(1), left: `${minutes}${left % 60} s left` };
}
