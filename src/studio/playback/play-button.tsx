import type { JSX } from 'preact';
import { FailureMessage } from '../shell/failure-message.tsx';
import { session } from '../shell/session.ts';
import { play, playback, playbackSpeed } from './playback.ts';
import { backSpeed, stopAll } from './shuttle.ts';

/** Plays from the playhead, or stops. */
export function togglePlayback(): void {
  const client = session.value?.client;
  if (playback.value.kind !== 'stopped' || backSpeed.value > 0) {
    stopAll();
    return;
  }
  playbackSpeed.value = 1;
  if (client) void play(client);
}

/** The button that plays and stops. */
export function PlayButton(): JSX.Element {
  const isStopped = playback.value.kind === 'stopped' && backSpeed.value === 0;
  return (
    <button
      type="button"
      class="button icon main"
      aria-label={isStopped ? 'Play' : 'Stop'}
      onClick={togglePlayback}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={isStopped ? 'M4 2v12l10-6z' : 'M3 3h10v10H3z'} fill="currentColor" />
      </svg>
    </button>
  );
}

/** Shows the state of the player if the picture does not show it. */
export function PlaybackStatus(): JSX.Element | null {
  const { value } = playback;
  if (value.kind === 'stopped') return <FailureMessage text={value.failure} />;
  if (value.kind !== 'making') return null;
  return (
    <p class="message" role="status">
      {value.hasPlayed
        ? 'This machine makes the preview more slowly than it plays. '
        : 'Making a small preview with sound. '}
      {value.percent} %
    </p>
  );
}
