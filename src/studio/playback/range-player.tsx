import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { seek } from '../edit/edit-state.ts';
import { finishPart, type MadeRange, playbackSpeed, stop } from './playback.ts';

/** Shows a part of the timeline with its sound, and moves the playhead along. */
export function RangePlayer({ range }: { readonly range: MadeRange }): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let request = 0;
    const follow = (): void => {
      if (video.current) seek(range.from + video.current.currentTime);
      request = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(request);
  }, [range]);
  const { value: speed } = playbackSpeed;
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [range, speed]);
  return (
    <video
      ref={video}
      src={range.url}
      autoPlay
      playsInline
      aria-label="Preview with sound"
      onEnded={finishPart}
      onError={stop}
    />
  );
}
