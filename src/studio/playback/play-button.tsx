import type { JSX } from 'preact';
import { Icon } from '../layout/icon.tsx';
import { FailureMessage } from '../shell/failure-message.tsx';
import { play, playback } from './playback.ts';
import { needsHttps, previewFailure, previewWord } from './preview-signals.ts';
import { shuttleSpeed, stopAll } from './shuttle.ts';

/** Plays from the playhead, or stops. */
export function togglePlayback(): void {
  if (playback.value === 'stopped' && shuttleSpeed.value === 0) play();
  else stopAll();
}

/** The button that plays and stops. */
export function PlayButton(): JSX.Element {
  const isStopped = playback.value === 'stopped' && shuttleSpeed.value === 0;
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

/** Says why the picture or the sound is not as it should be. */
export function PictureProblem(): JSX.Element | null {
  const { value: failure } = previewFailure;
  if (failure !== undefined) return <FailureMessage text={failure} />;
  if (previewWord.value === undefined) return null;
  return (
    <p class="message warn" role="status">
      {previewWord.value}{' '}
      {needsHttps.value && (
        <a href="./docs/proxy" target="_blank" rel="noopener">
          How to get https
        </a>
      )}
    </p>
  );
}
