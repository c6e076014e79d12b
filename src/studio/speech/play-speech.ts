import { signal } from '@preact/signals';
import type { SpokenText } from '../../client/index.ts';
import { playback, stop as stopPlayback } from '../playback/playback.ts';
import { describeError } from '../shell/describe-error.ts';
import { notify } from '../shell/notice.tsx';
import { session } from '../shell/session.ts';

/** The speech that is heard. */
interface HeardSpeech {
  /** The name of the button that plays it. */
  readonly name: string;
  /** False until the server has spoken it. */
  readonly isPlaying: boolean;
}

/** The speech that is heard or on its way. Undefined if there is none. */
export const heard = signal<HeardSpeech | undefined>(undefined);

let current: { readonly abort: AbortController; audio?: HTMLAudioElement } | undefined;

// Only one thing is heard at a time.
playback.subscribe((state) => {
  if (state !== 'stopped') stopSpeech();
});

/** Speaks a text and plays it. Stops it if it is heard already. @param name the button that plays it. */
export async function toggleSpeech(name: string, speech: SpokenText): Promise<void> {
  const wasHeard = heard.peek()?.name === name;
  stopSpeech();
  const client = session.peek()?.client;
  if (wasHeard || !client) return;
  stopPlayback();
  const own = (current = { abort: new AbortController(), audio: new Audio() });
  const { signal: stopped } = own.abort;
  heard.value = { name, isPlaying: false };
  let url: string | undefined;
  try {
    const bytes = await client.speak(speech, { signal: stopped });
    stopped.throwIfAborted();
    url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'audio/mpeg' }));
    heard.value = { name, isPlaying: true };
    await playToEnd(own.audio, url, stopped);
  } catch (error) {
    if (!stopped.aborted) notify(`The speech cannot be played: ${describeError(error)}`);
  } finally {
    if (url !== undefined) URL.revokeObjectURL(url);
    if (current === own) stopSpeech();
  }
}

/** Stops the speech that is heard. */
function stopSpeech(): void {
  current?.abort.abort();
  current?.audio?.pause();
  current = undefined;
  heard.value = undefined;
}

async function playToEnd(audio: HTMLAudioElement, url: string, stopped: AbortSignal): Promise<void> {
  audio.src = url;
  await audio.play();
  await new Promise<void>((resolve) => {
    audio.addEventListener('ended', () => resolve(), { once: true });
    stopped.addEventListener('abort', () => resolve(), { once: true });
  });
}
