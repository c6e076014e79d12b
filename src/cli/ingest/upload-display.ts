import { formatBytes } from '../format-bytes.ts';
import type { UploadProgress } from '../../client/index.ts';
import { createProgressBar } from '../progress-display.ts';
import type { Terminal } from '../terminal.ts';

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
    report({ sent, total }: UploadProgress): void {
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
