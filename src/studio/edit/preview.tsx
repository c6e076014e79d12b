import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { listLikelyMoments } from '../document/preview/likely-moments.ts';
import { chooseMoment } from '../document/preview/shown-moment.ts';
import { PlaybackStatus, PlayButton } from '../playback/play-button.tsx';
import { playback } from '../playback/playback.ts';
import { stopAll } from '../playback/shuttle.ts';
import { RangePlayer } from '../playback/range-player.tsx';
import { describeError } from '../shell/describe-error.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { requestPace, session } from '../shell/session.ts';
import {
  editCheck,
  timelineEnd,
  frameRate,
  playhead,
  seek,
  spans,
  syntaxProblem,
  text,
} from './edit-state.ts';
import { VariantPictures } from '../variants/variant-pictures.tsx';
import { formatClock } from './format-time.ts';
import { FrameLoader } from './frame-loader.ts';
import { createFrameSource } from './frame-source.ts';
import { previewDraft } from './preview-draft.ts';
import { isDrawing } from './spare-time.ts';
import { WaitMessage } from './wait-message.tsx';

/** Milliseconds without a move after which the exact frame is asked for. */
const REST_MS = 300;
/** Milliseconds without a move after which the pictures that may be wanted next are asked for. */
const AHEAD_MS = 500;
/** Milliseconds between two moves of the playhead, above which it rests between them. */
const PAUSE_MS = 250;
/** Moves of the playhead whose speeds count. */
const MEAN_OF = 4;

/** The picture at the playhead, drawn by the engine of Kinora, with the scrubber below it. */
export function Preview(): JSX.Element {
  const picture = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const took = useSignal<number | undefined>(undefined);
  const wait = useSignal(0);
  const isPlaying = useComputed(() => playback.value.kind === 'playing');
  const client = session.value?.client;
  const loader = useMemo(() => {
    if (!client) return undefined;
    return new FrameLoader(createFrameSource(client), requestPace, {
      onFrame: (url, _wanted, milliseconds) => {
        picture.value = url;
        failure.value = undefined;
        if (milliseconds > 0) took.value = milliseconds;
      },
      onError: (error) => (failure.value = describeError(error)),
      onBusy: (busy) => {
        isBusy.value = busy;
        isDrawing.value = busy;
      },
      onWait: (milliseconds) => (wait.value = milliseconds),
    });
  }, [client]);
  useEffect(() => () => loader?.close(), [loader]);

  useFrames(loader, isPlaying);
  return (
    <section class="preview" aria-label="Preview">
      <div class="picture" aria-busy={isBusy.value}>
        {playback.value.kind === 'playing' ? (
          <RangePlayer range={playback.value.range} />
        ) : picture.value === undefined ? (
          <p class="soft">{failure.value ?? 'The picture appears here.'}</p>
        ) : (
          <img src={picture.value} alt={`The frame at ${formatClock(playhead.value)}`} />
        )}
      </div>
      <VariantPictures />
      {picture.value !== undefined && <FailureMessage text={failure.value} />}
      <PlaybackStatus />
      <WaitMessage picture={wait.value} />
      <Transport took={took.value} />
    </section>
  );
}

/** Asks for the frame at the playhead when it moves, and for those that may be wanted next when it rests. */
function useFrames(loader: FrameLoader | undefined, isPlaying: ReadonlySignal<boolean>): void {
  const speed = useMemo(() => new Speedometer(), []);
  useSignalEffect(() => {
    if (isPlaying.value) return;
    const { value: at } = playhead;
    const current = text.value;
    // An edit with problems has no picture. The problems are shown instead.
    if (syntaxProblem.value || editCheck.value.text !== current || editCheck.value.problems.length > 0)
      return;
    const rate = frameRate.value;
    const frame = { text: current, edit: previewDraft.value, at: chooseMoment(at, rate) };
    loader?.want({ ...frame, at: chooseMoment(at, rate, speed.measure(at)), quality: 'fast' });
    const likely = listLikelyMoments(at, spans.value, { rate, end: timelineEnd.value });
    const timers = [
      setTimeout(() => loader?.want({ ...frame, quality: 'exact' }), REST_MS),
      setTimeout(() => {
        if (playback.peek().kind === 'stopped')
          loader?.askAhead(likely.map((moment) => ({ ...frame, at: moment, quality: 'fast' })));
      }, AHEAD_MS),
    ];
    return () => timers.forEach(clearTimeout);
  });
}

/** Measures how fast the playhead moves. */
class Speedometer {
  private at = 0;
  private time = -Infinity;
  private speed = 0;

  /** Returns the seconds of the timeline that the playhead passes in a second. @param at its present second. */
  measure(at: number): number {
    const now = performance.now();
    const passed = now - this.time;
    const moved = Math.abs(at - this.at);
    this.at = at;
    this.time = now;
    const speed = (1000 * moved) / Math.max(1, passed);
    // Single moves are uneven. The mean of the last ones is not.
    this.speed = passed > PAUSE_MS ? 0 : this.speed + (speed - this.speed) / MEAN_OF;
    return this.speed;
  }
}

/** The scrubber and the clock. @param took milliseconds that the last picture took. */
function Transport({ took }: { readonly took: number | undefined }): JSX.Element {
  return (
    <div class="transport">
      <PlayButton />
      <button type="button" class="button icon" aria-label="One frame back" onClick={() => step(-1)}>
        ‹
      </button>
      <button type="button" class="button icon" aria-label="One frame forward" onClick={() => step(1)}>
        ›
      </button>
      <input
        type="range"
        aria-label="Playhead"
        min={0}
        max={timelineEnd.value}
        step={1 / frameRate.value}
        value={playhead.value}
        onInput={(event) => {
          stopAll();
          seek(event.currentTarget.valueAsNumber);
        }}
      />
      <output class="clock">
        {formatClock(playhead.value)} <span class="soft">/ {formatClock(timelineEnd.value)}</span>
      </output>
      <span class="soft took">{took === undefined ? '' : `${Math.round(took)} ms`}</span>
    </div>
  );
}

/** Moves the playhead by some frames. */
export function step(frames: number): void {
  const rate = frameRate.value;
  seek(secondsOfFrames(nearestFrameAt(playhead.value, rate) + frames, rate));
}
