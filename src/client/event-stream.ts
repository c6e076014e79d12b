import type { TimeLimit } from './time-limit.ts';

/**
 * Reads the data of each event from a stream of server-sent events. Skips comments and other fields.
 *
 * @param silence time limit that restarts whenever bytes arrive, even the bytes of a comment. If the time
 *   limit expires, the generator throws the reason of the limit's signal.
 */
export async function* readEventData(
  body: ReadableStream<Uint8Array>,
  silence: TimeLimit,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  // `cancel` rejects if the stream has already failed. Ignore that rejection.
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
    // Tell the server that the client no longer listens.
    stop();
  }
}

function parseEventData(block: string): string | undefined {
  const lines = block
    .split(/\r?\n/)
    .flatMap((line) => /^data: ?(?<text>.*)$/.exec(line)?.groups?.['text'] ?? []);
  return lines.length > 0 ? lines.join('\n') : undefined;
}
