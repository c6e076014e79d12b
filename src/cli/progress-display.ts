import { SingleBar } from 'cli-progress';
import type { RenderProgress, RenderPhase } from '../render/renderer.ts';
import type { Terminal } from './terminal.ts';

const PHASE_TITLES: Readonly<Record<RenderPhase, string>> = {
  generating: 'Generating media',
  fetching: 'Fetching the media',
  preprocessing: 'Preparing the media',
  rendering: 'Rendering',
};
const FRAMES_TEXT = '{value} of {total} frames, {fps} fps, {left}';
/** Several outputs have frames of different sizes, so their number says little. */
const OUTPUTS_TEXT = '{left}';

/** A display for the progress of a render. Always call `end`, because the bar redraws itself until then. */
export interface ProgressDisplay {
  readonly report: (progress: RenderProgress) => void;
  readonly end: () => void;
}

/**
 * Creates a progress bar in a terminal. Outside a terminal, such as in a build log, the display prints a line
 * every 5 seconds instead.
 *
 * @param outputs number of outputs that the edit has.
 */
export function createProgressDisplay(
  { stderr, screen: stream }: Pick<Terminal, 'stderr' | 'screen'>,
  outputs = 1,
): ProgressDisplay {
  const text = outputs === 1 ? FRAMES_TEXT : OUTPUTS_TEXT;
  const bar = new SingleBar({
    stream,
    format: stream.isTTY === true ? `{bar} {percentage}%, ${text}` : `{percentage}%, ${text}`,
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
    barsize: 24,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let phase: RenderPhase | undefined;
  let startedAt = 0;
  let lastActivity: string | undefined;

  const enter = (next: RenderPhase, frames: number | undefined) => {
    phase = next;
    startedAt = performance.now();
    stderr.write(`${PHASE_TITLES[next]} ...\n`);
    if (frames !== undefined) bar.start(frames, 0, measurePace(0, frames, 0));
  };
  return {
    report({ phase: next, frame = 0, frames, activity }) {
      if (next !== phase) enter(next, frames);
      if (activity !== undefined && activity !== lastActivity) stderr.write(`${activity} ...\n`);
      lastActivity = activity ?? lastActivity;
      if (!bar.isActive) return;
      bar.update(frame, measurePace(frame, bar.getTotal(), performance.now() - startedAt));
    },
    end: () => bar.stop(),
  };
}

/** Returns the frames per second since the start, and the estimated time left at that pace. */
function measurePace(frame: number, frames: number, elapsedMs: number): { fps: string; left: string } {
  if (frame === 0 || elapsedMs === 0) return { fps: '0.0', left: 'time left unknown' };
  const fps = (frame * 1000) / elapsedMs;
  const left = Math.ceil((frames - frame) / fps);
  const minutes = left < 60 ? '' : `${Math.floor(left / 60)} min `;
  return { fps: fps.toFixed(1), left: `${minutes}${left % 60} s left` };
}
