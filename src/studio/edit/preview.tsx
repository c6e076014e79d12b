import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { listLikelyMoments } from '../document/preview/likely-moments.ts';
import { chooseMoment } from '../document/preview/shown-moment.ts';
import { findFileName } from '../files/known-files.ts';
import { PlaybackStatus } from '../playback/play-button.tsx';
import { playback } from '../playback/playback.ts';
import { playerSettings } from '../playback/player-settings.ts';
import { RangePlayer } from '../playback/range-player.tsx';
import { trialEdit } from '../picture/trial-frame.ts';
import { Transport } from '../playback/transport.tsx';
import { nameClipsIn } from '../remarks/name-clips.ts';
import { describeError } from '../shell/describe-error.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { attemptAloud } from '../shell/notice.tsx';
import { requestPace, session } from '../shell/session.ts';
import {
  draft,
  editCheck,
  timelineEnd,
  frameRate,
  playhead,
  spans,
  syntaxProblem,
  text,
} from './edit-state.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { SideBySide } from '../variants/variant-pictures.tsx';
import { formatClock } from './format-time.ts';
import { FrameLoader } from './frame-loader.ts';
import { createFrameSource } from './frame-source.ts';
import { previewDraft, previewName } from './preview-draft.ts';
import { isDrawing } from './spare-time.ts';
import { WaitMessage } from './wait-message.tsx';

type PictureLayer = typeof import('../picture/picture-layer.ts');

/** Milliseconds without a move after which the exact frame is asked for. */
const REST_MS = 300;
/** Milliseconds without a move after which the pictures that may be wanted next are asked for. */
const AHEAD_MS = 500;
/** Milliseconds between two moves of the playhead, above which it rests between them. */
const PAUSE_MS = 250;
/** Moves of the playhead whose speeds count. */
const MEAN_OF = 4;

/** The picture at the playhead, drawn by the engine of Kinora, with the player below it. */
export function Preview(): JSX.Element {
  const picture = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const isFast = useSignal(false);
  const wait = useSignal(0);
  const shown = useComputed(() => (playback.value.kind === 'stopped' ? undefined : playback.value.shown));
  const isPlaying = useComputed(() => shown.value !== undefined);
  const client = session.value?.client;
  const loader = useMemo(() => {
    if (!client) return undefined;
    return new FrameLoader(createFrameSource(client), requestPace, {
      onFrame: (url, { quality }) => {
        picture.value = url;
        failure.value = undefined;
        isFast.value = quality === 'fast';
      },
      onError: (error) => (failure.value = nameClipsIn(describeError(error), draft.peek(), findFileName)),
      onBusy: (busy) => {
        isBusy.value = busy;
        isDrawing.value = busy;
      },
      onWait: (milliseconds) => (wait.value = milliseconds),
    });
  }, [client]);
  useEffect(() => () => loader?.close(), [loader]);

  useFrames(loader, isPlaying);
  const over = usePictureLayer();
  const next = playback.value.kind === 'playing' ? playback.value.next : undefined;
  return (
    <section class="preview" aria-label="Preview">
      <SideBySide>
        <div class="picture" aria-busy={isBusy.value || playback.value.kind === 'making'}>
          {shown.value ? (
            <RangePlayer shown={shown.value} next={next} />
          ) : picture.value === undefined ? (
            <p class="soft">{failure.value ?? 'The picture appears here.'}</p>
          ) : (
            <img src={picture.value} alt={`The frame at ${formatClock(playhead.value)}`} />
          )}
          {over && picture.value !== undefined && !isPlaying.value && <over.PictureStage />}
          {(shown.value ? playerSettings.value.quality === 'small' : isFast.value) && (
            <span class="picture-mark">Small preview</span>
          )}
          <div class="picture-notes">
            {picture.value !== undefined && <FailureMessage text={failure.value} />}
            <PlaybackStatus />
            <WaitMessage picture={wait.value} />
          </div>
        </div>
      </SideBySide>
      {over && <over.PictureTools />}
      <Transport />
    </section>
  );
}

/** Loads what lies over the picture, after the picture. */
function usePictureLayer(): PictureLayer | undefined {
  const layer = useSignal<PictureLayer | undefined>(undefined);
  useEffect(() => {
    void attemptAloud(async () => {
      layer.value = await import('../picture/picture-layer.ts');
    });
  }, []);
  return layer.value;
}

/** Asks for the frame at the playhead when it moves, and for those that may be wanted next when it rests. */
function useFrames(loader: FrameLoader | undefined, isPlaying: ReadonlySignal<boolean>): void {
  const speed = useMemo(() => new Speedometer(), []);
  useSignalEffect(() => {
    if (isPlaying.value) return;
    const { value: at } = playhead;
    const rate = frameRate.value;
    const shown = { text: previewName.value, edit: previewDraft.value, output: shownOutput.value };
    const frame = { ...shown, at: chooseMoment(at, rate) };
    if (trialEdit.value) {
      loader?.want({ ...frame, quality: 'fast' });
      return;
    }
    const current = text.value;
    // An edit with problems has no picture. The problems are shown instead.
    if (syntaxProblem.value || editCheck.value.text !== current || editCheck.value.problems.length > 0)
      return;
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
