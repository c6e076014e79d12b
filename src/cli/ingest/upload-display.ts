import { formatBytes } from '../format-bytes.ts';
import { SingleBar } from 'cli-progress';
import type { UploadProgress } from '../../client/index.ts';
import type { Terminal } from '../terminal.ts';

/** A display for the progress of one upload. Always call `end`, because the bar redraws itself until then. */
export interface UploadDisplay {
  readonly report: (progress: UploadProgress) => void;
  readonly end: () => void;
}

/**
 * Creates a progress bar in a terminal. Outside a terminal, such as in a build log, the display prints a line
 * every 5 seconds instead.
 *
 * @param name the name of the file, as it is printed.
 * @param begin the text before the pace is known.
 */
export function createUploadDisplay(
  name: string,
  stream: Terminal['screen'],
  begin = 'connecting',
): UploadDisplay {
  const text = '{percentage}% of {size}, {pace}';
  const bar = new SingleBar({
    stream,
    format: stream.isTTY === true ? `{name} {bar} ${text}` : `{name}: ${text}`,
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
    barsize: 24,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let begun = { sent: 0, at: 0 };
  return {
    report({ sent, total }) {
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
