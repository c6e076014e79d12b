import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { previewWait } from '../playback/bring-picture.ts';
import { requestPace } from '../shell/session.ts';

/** Milliseconds of waiting that are said. Shorter ones are only slower pictures. */
const SAID_MS = 1500;
const SECOND_MS = 1000;

/** Says why there is no new picture, and that the rest of the work goes on. */
export function WaitMessage(): JSX.Element | null {
  const wait = Math.max(previewWait.value, useBlock());
  if (wait < SAID_MS) return null;
  return (
    <p class="message warn" role="status">
      {/* A screen reader would say it again every second. */}
      The next picture waits <span aria-hidden="true">{Math.ceil(wait / SECOND_MS)} s</span>, because the keys
      of this account have asked for nearly as many pictures and checks as they may in a minute. Go on with
      your work. You can render as before.
    </p>
  );
}

/** Returns the milliseconds until anything can be asked for, also a check of the edit. 0 if it can. */
function useBlock(): number {
  const left = useSignal(0);
  useSignalEffect(() => {
    const { value: until = 0 } = requestPace.blockedUntil;
    const look = (): void => {
      left.value = Math.max(0, until - performance.now());
      if (left.value === 0) clearInterval(timer);
    };
    const timer = setInterval(look, SECOND_MS);
    look();
    return () => clearInterval(timer);
  });
  return left.value;
}
