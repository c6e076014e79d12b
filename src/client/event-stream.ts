import type { TimeLimit } from './time-limit.ts';

/**
 * The data of each event of a stream of server-sent events, as it comes. Comments and other fields are left out.
 *
 * @param silence how long nothing may be heard, comments included; rejects with its signal's reason when that fires.
 */
export async function* readEventData(
  body: ReadableStream<Uint8Array>,
  silence: TimeLimit,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  // What is already broken cannot be cancelled, and need not be.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  silence.signal.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      silence.signal.throwIfAborted();
      if (done) return;
      silence.restart();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = parseEventData(block);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    silence.signal.removeEventListener('abort', stop);
    // Lets the server know that nobody listens any more.
    stop();
  }
}

function parseEventData(block: string): string | undefined {
  const lines = block
    .split(/\r?\n/)
    .flatMap((line) => /^data: ?(?<text>.*)$/.exec(line)?.groups?.['text'] ?? []);
  return lines.length > 0 ? lines.join('\n') : undefined;
}
