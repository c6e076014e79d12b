import { SingleBar } from 'cli-progress';
import type { RenderProgress, RenderPhase } from '../render/renderer.ts';
import type { Terminal } from './terminal.ts';
import { formatBytes } from './format.ts';
import type { UploadProgress } from '../client/index.ts';

const PHASE_TITLES: Readonly<Record<RenderPhase, string>> = {
  generating: 'Generating media',
  fetching: 'Fetching the media',
  preprocessing: 'Preparing the media',
  rendering: 'Rendering',
};
const FRAMES_TEXT = '{value} of {total} frames, {fps} fps, {left}';
/** Several outputs have frames of different sizes, so their number says little. */
const OUTPUTS_TEXT = '{left}';

/**
 * Opens a progress bar in a terminal. Outside a terminal, such as in a build log, it prints a line every 5 seconds
 * instead. Always stop it, because it redraws itself until then.
 *
 * @param format the form of the line in a terminal, with the bar.
 * @param plain its form outside a terminal.
 */
function createProgressBar(stream: Terminal['screen'], format: string, plain: string): SingleBar {
  return new SingleBar({
    stream,
    format: stream.isTTY === true ? format : plain,
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
    barsize: 24,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
}

/**
 * Creates a display for the progress of a render: a bar, and a line for each phase. Always call `end`.
 *
 * @param outputs number of outputs that the edit has.
 */
export function createProgressDisplay(
  { stderr, screen: stream }: Pick<Terminal, 'stderr' | 'screen'>,
  outputs = 1,
) {
  const text = outputs === 1 ? FRAMES_TEXT : OUTPUTS_TEXT;
  const bar = createProgressBar(stream, `{bar} {percentage}%, ${text}`, `{percentage}%, ${text}`);
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
    report: ({ phase: next, frame = 0, frames, activity }: RenderProgress): void => {
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

/**
 * Creates a progress bar for one upload. Always call `end`.
 *
 * @param name the name of the file, as it is printed.
 * @param begin the text before the pace is known.
 */
export function createUploadDisplay(name: string, stream: Terminal['screen'], begin = 'connecting') {
  const text = '{percentage}% of {size}, {pace}';
  const bar = createProgressBar(stream, `{name} {bar} ${text}`, `{name}: ${text}`);
  let begun = { sent: 0, at: 0 };
  return {
    report: ({ sent, total }: UploadProgress): void => {
      const now = performance.now();
      if (!bar.isActive) {
        // A resumed upload begins in the middle. The bytes before that say nothing of the pace.
        begun = { sent, at: now };
        bar.start(total, sent, { name, size: formatBytes(total), pace: begin });
        return;
      }
      const pace = ((sent - begun.sent) * 1000) / Math.max(1, now - begun.at);
      bar.update(sent, { pace: `${formatBytes(pace)}/s` });
    },
    end: () => bar.stop(),
  };
}
