import type { JSX } from 'preact';
import { Icon } from '../layout/icon.tsx';
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
  const name = isStopped ? 'Play' : 'Stop';
  return (
    <button
      type="button"
      class="button icon main play"
      aria-label={name}
      data-tip={`${name} (Space)`}
      onClick={togglePlayback}
    >
      <Icon name={isStopped ? 'play' : 'pause'} />
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
      {value.shown ? 'This machine makes the preview more slowly than it plays. ' : 'Making the preview. '}
      {value.percent} %
    </p>
  );
}
