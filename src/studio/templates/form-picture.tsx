import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatClock } from '../edit/format-time.ts';
import { describeError } from '../shell/describe-error.ts';
import { FailureMessage } from '../shell/failure-message.tsx';

/** Milliseconds without a change after which a picture is drawn. */
const REST_MS = 400;

interface FormPictureProps {
  readonly title: string;
  /** Changes with everything that the picture depends on besides its second. */
  readonly identity: string;
  /** Returns the length of the film in seconds. */
  readonly measure: (signal: AbortSignal) => Promise<number>;
  /** Draws the picture of a second, as a JPEG. */
  readonly draw: (at: number, signal: AbortSignal) => Promise<Uint8Array>;
}

/** A picture of a filled-in template, and a slider for its second. */
export function FormPicture({ title, identity, measure, draw }: FormPictureProps): JSX.Element {
  const picture = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const length = useSignal(0);
  const chosen = useSignal<number | undefined>(undefined);
  // Something is on the screen there more often than at an edge of two clips.
  const at = chosen.value ?? length.value / 3;
  const say = (text: string | undefined): void => void (failure.value = text);
  useRestedWork(identity, say, async (signal) => {
    length.value = await measure(signal);
  });
  useRestedWork(`${identity} ${at}`, say, async (signal) => {
    if (length.peek() === 0) return;
    const bytes = await draw(at, signal);
    picture.value = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
  });
  useEffect(() => {
    const shown = picture.value;
    return () => {
      if (shown !== undefined) URL.revokeObjectURL(shown);
    };
  }, [picture.value]);
  return (
    <div class="form-picture">
      {picture.value === undefined ? (
        <p class="soft">Drawing the picture …</p>
      ) : (
        <img class="large" src={picture.value} alt={`${title} at ${formatClock(at)}`} />
      )}
      <FailureMessage text={failure.value} />
      <label class="field">
        <span>Moment: {formatClock(at)}</span>
        <input
          type="range"
          min={0}
          max={Math.max(0, length.value - 0.04)}
          step={0.04}
          value={at}
          disabled={length.value === 0}
          onInput={(event) => (chosen.value = Number(event.currentTarget.value))}
        />
      </label>
    </div>
  );
}

/** Does some work each time that a name has changed and rests. @param say gets why it failed, or undefined. */
function useRestedWork(
  name: string,
  say: (failure: string | undefined) => void,
  work: (signal: AbortSignal) => Promise<void>,
): void {
  useEffect(() => {
    const own = new AbortController();
    const timer = setTimeout(() => {
      work(own.signal).then(
        () => say(undefined),
        (error: unknown) => {
          if (!own.signal.aborted) say(describeError(error));
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [name]);
}
