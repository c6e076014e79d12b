import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { seek } from '../edit/edit-state.ts';
import type { PartInTurn } from './part-queue.ts';
import { finishPart, playbackSpeed, stop } from './playback.ts';
import { playerSettings } from './player-settings.ts';

/** Longest time in seconds that a video is begun before it is shown. */
const MOST_LEAD = 0.15;

/** Seconds between the call that begins a video and its first movement, as measured last. */
let startLag = 0;

/** Shows a part of the timeline with its sound, and moves the playhead along. The next part is loaded behind it. */
export function RangePlayer(props: {
  readonly shown: PartInTurn;
  readonly next: PartInTurn | undefined;
}): JSX.Element {
  const { shown, next } = props;
  return (
    <>
      <PartVideo key={shown.turn} part={shown} isShown />
      {next && <PartVideo key={next.turn} part={next} isShown={false} />}
    </>
  );
}

function PartVideo({ part, isShown }: { readonly part: PartInTurn; readonly isShown: boolean }): JSX.Element {
  const element = useRef<HTMLVideoElement>(null);
  const begun = useRef(Infinity);
  useEffect(() => {
    const { current: video } = element;
    if (!video || !isShown) return undefined;
    // A player that may not begin has been stopped meanwhile.
    video.play().catch(() => undefined);
    let request = 0;
    const follow = (): void => {
      if (video.readyState > 0) seek(part.start + Math.max(part.skipped, video.currentTime));
      measureLag(video, part.skipped, begun.current);
      beginNext(video);
      request = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(request);
  }, [part, isShown]);
  useSignalEffect(() => {
    const { volume, isMuted } = playerSettings.value;
    if (element.current) Object.assign(element.current, { volume, muted: isMuted });
  });
  useSignalEffect(() => {
    if (element.current) element.current.playbackRate = playbackSpeed.value;
  });
  return (
    <video
      ref={element}
      class={isShown ? '' : 'next-part'}
      src={part.url}
      preload="auto"
      playsInline
      aria-label={isShown ? 'Preview with sound' : undefined}
      aria-hidden={!isShown}
      onLoadedMetadata={({ currentTarget: video }) => {
        // A new file forgets the speed.
        video.playbackRate = playbackSpeed.value;
        if (part.skipped > 0) video.currentTime = part.skipped;
      }}
      onPlay={() => (begun.current = performance.now())}
      onEnded={finishPart}
      onError={stop}
    />
  );
}

/** Measures, in the first moments of a video, how late it began. @param begun when it was begun, as of `performance.now`. */
function measureLag(video: HTMLVideoElement, skipped: number, begun: number): void {
  const moved = video.currentTime - skipped;
  if (moved < 0.2 || moved > 0.4 || video.playbackRate !== 1) return;
  startLag = Math.min(MOST_LEAD, Math.max(0, (performance.now() - begun) / 1000 - moved));
}

/** Begins the next part so long before the end of a video that it moves at once when it is shown. */
function beginNext(video: HTMLVideoElement): void {
  const next = video.nextElementSibling;
  const left = (video.duration - video.currentTime) / video.playbackRate;
  if (left <= startLag && next instanceof HTMLVideoElement && next.paused) next.play().catch(() => undefined);
}
