import { effect, signal, untracked } from '@preact/signals';
import { toRate } from '../../base/time.ts';
import type { KinoraClient } from '../../client/index.ts';
import { PreviewFault, type PreviewSource, openServerSource } from '../../preview/index.ts';
import { PROBLEM_WORDS } from '../../preview/preview-state.ts';
import { writeExact } from '../../render/scene/layered-timeline.ts';
import { toEdit } from '../document/edit-text.ts';
import { nearestFrameAt } from '../document/frame-grid.ts';
import { listDraftOutputs, readSizeOf } from '../document/shapes.ts';
import { draft, editCheck, frameRate, syntaxProblem, text, timelineEnd } from '../edit/edit-state.ts';
import { previewDraft } from '../edit/preview-draft.ts';
import { describeError } from '../shell/describe-error.ts';
import { session } from '../shell/session.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { bringPicture, sayFailure } from './bring-picture.ts';
import { moveWrittenClips, type ShownEdit } from './move-written-clips.ts';
import { playback } from './playback.ts';
import { previewFailure } from './preview-signals.ts';

/** Milliseconds between two requests for layers, at least. */
const EVERY_MS = 200;
/** Milliseconds without a change after which the server is asked, if the page shows the change by itself. */
const REST_MS = 250;
/** Milliseconds after which a request that failed is sent again, if the server names no time. */
const RETRY_MS = 2000;

/** The types of what is generated. The check of an edit makes what Kinora makes itself, and says what is missing. */
const GENERATED = /"(?:text-to-\w+|image-to-video)"/;

/** What is to be shown. */
interface Order extends ShownEdit {
  /** The height of the view in pixels. */
  readonly height: number;
  /** The edit, its output and the height as a text. */
  readonly name: string;
  /** Another one asks for the same again, because the key of the one before may have ended. */
  readonly client: KinoraClient;
  /** True if the server has found no problem. False if it has not checked this edit yet. */
  readonly isChecked: boolean;
}

/** What the layers of the edit are given to. */
export interface LayersListener {
  /** Called with each change of the edit that can be shown. */
  readonly onSource: (source: PreviewSource) => void;
  /** Called with a sentence about why nothing new is shown, or without one. */
  readonly onWord: (word: string | undefined) => void;
}

/**
 * Brings the layers of the open edit: again after each change, one request at a time. Until the answer is there, it
 * moves the clips of the layers before. Close it with `using`.
 */
export class LayersLoader implements Disposable {
  /** The height of the view in pixels. 0 until it is known. */
  readonly height = signal(0);
  private readonly listener: LayersListener;
  private readonly stopFollowing: () => void;
  private readonly lifetime = new AbortController();
  private wanted: Order | undefined;
  /** The last answer of the server. */
  private loaded: { readonly order: Order; readonly source: PreviewSource } | undefined;
  /** The timeline that is shown. */
  private shown: unknown;
  /** True if the wanted edit has no layers before the server has checked it. */
  private awaitsCheck = false;
  private isLoading = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastAsked = -Infinity;
  /** The time of the last change of the edit or the playhead by a person. */
  private lastMove = 0;

  constructor(listener: LayersListener) {
    this.listener = listener;
    this.stopFollowing = effect(() => {
      const { problems, text: checked } = editCheck.value;
      const isChecked = checked === text.value;
      const height = this.height.value;
      if (syntaxProblem.value || (isChecked && problems.length > 0)) {
        this.rejectPlaying();
        return;
      }
      const client = session.value?.client;
      if (!client || height === 0) return;
      const [edit, output] = [previewDraft.value, shownOutput.value];
      const name = JSON.stringify([output, height, edit]);
      untracked(() => this.want({ edit, output, height, name, client, isChecked }));
    });
  }

  /** True if something can be shown. */
  get isThere(): boolean {
    return this.shown !== undefined;
  }

  /** Has the next frame of the engine wait until the playhead rests. */
  noteMove(): void {
    this.lastMove = performance.now();
  }

  [Symbol.dispose](): void {
    this.stopFollowing();
    clearTimeout(this.timer);
    this.lifetime.abort();
  }

  /** Ends the wait for an edit that cannot play. Its problems are shown elsewhere. */
  private rejectPlaying(): void {
    if (playback.value !== 'waiting' || this.isThere) return;
    playback.value = 'stopped';
    previewFailure.value = 'Mend the problems of the edit first. Then it plays.';
  }

  private isWanted({ name, client }: Order): boolean {
    return name === this.wanted?.name && client === this.wanted.client;
  }

  private want(order: Order): void {
    const isNew = !this.isWanted(order);
    this.wanted = order;
    if (isNew) this.noteMove();
    if (!isNew && !this.awaitsCheck) return;
    this.awaitsCheck = !order.isChecked && GENERATED.test(order.name);
    this.follow();
  }

  /** Shows what can be shown of the wanted edit, and asks for the rest. */
  private follow(): void {
    const isMoved = this.showMoved();
    if (this.awaitsCheck) clearTimeout(this.timer);
    else this.schedule(isMoved ? REST_MS : 0);
  }

  /** Shows the wanted edit by the layers before it. Returns true if that is all of its change. */
  private showMoved(): boolean {
    const { loaded, wanted } = this;
    if (!loaded || !wanted || loaded.order.output !== wanted.output) return false;
    const { written, isWhole } = moveWrittenClips(
      loaded.source.timeline,
      loaded.order,
      wanted,
      frameRate.peek(),
    );
    // The frame of the engine comes with the answer of the server.
    const frame = (_second: number, signal: AbortSignal): Promise<never> => untilAborted(signal);
    if (written !== this.shown) this.show({ ...loaded.source, timeline: written, frame });
    return isWhole && loaded.order.height === wanted.height;
  }

  private show(source: PreviewSource): void {
    this.shown = source.timeline;
    this.listener.onSource(source);
  }

  private schedule(wait: number): void {
    clearTimeout(this.timer);
    if (this.isLoading) return;
    const since = performance.now() - this.lastAsked;
    this.timer = setTimeout(() => void this.load(), Math.max(wait, EVERY_MS - since));
  }

  private async load(): Promise<void> {
    const { signal: closed } = this.lifetime;
    this.isLoading = true;
    let order = this.wanted;
    let retryMs: number | undefined;
    try {
      await bringPicture(closed, async () => {
        this.lastAsked = performance.now();
        order = this.wanted;
        if (order) await this.loadNow(order, closed);
      });
    } catch (error) {
      if (!closed.aborted && order) retryMs = this.fail(order, error);
    }
    this.isLoading = false;
    if (closed.aborted) return;
    if (order && !this.isWanted(order)) this.follow();
    else if (retryMs !== undefined) this.schedule(retryMs);
  }

  private async loadNow(order: Order, closed: AbortSignal): Promise<void> {
    const server = session.peek()?.server;
    if (!server) return;
    const source = await openServerSource(server, order, closed);
    this.loaded = { order, source };
    previewFailure.value = undefined;
    this.listener.onWord(undefined);
    // A newer one is shown by these layers.
    if (!this.isWanted(order)) return;
    this.show({
      ...source,
      frame: (second, signal) => this.drawFrame(() => source.frame(second, signal), signal),
    });
  }

  /** Says why there are no layers. Returns the milliseconds after which another try may help. */
  private fail(order: Order, error: unknown): number | undefined {
    const { reason, retryMs = RETRY_MS } = toFault(error);
    if (reason === 'offline' || reason === 'busy') {
      this.listener.onWord(PROBLEM_WORDS[reason]);
      return retryMs;
    }
    const isWanted = this.isWanted(order);
    this.awaitsCheck ||= isWanted;
    this.listener.onWord(reason === 'expired' ? PROBLEM_WORDS.expired : undefined);
    if (reason === 'expired') return undefined;
    // What is not checked may have a problem that is said elsewhere, or speech that is still made.
    if (order.isChecked && isWanted) {
      sayFailure(error);
      this.loaded = undefined;
      this.show(this.drawAll(order));
    }
    return undefined;
  }

  /** Returns a source of which the engine draws all frames, for an edit without layers. */
  private drawAll({ edit, output, client }: Order): PreviewSource {
    return {
      timeline: writeEmpty(output),
      load: () => Promise.reject(new PreviewFault('missing', 'This edit has no layers.')),
      frame: (at, signal) =>
        this.drawFrame(async () => {
          const options = { output, format: 'jpeg', signal } as const;
          const bytes = await client.frame(toEdit(edit), at, options);
          return new Blob([bytes as BlobPart], { type: 'image/jpeg' });
        }, signal),
    };
  }

  /** Has the engine draw a frame, once the edit and the playhead rest. */
  private async drawFrame(draw: () => Promise<Blob>, signal: AbortSignal): Promise<Blob> {
    const rest = this.lastMove + REST_MS - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    signal.throwIfAborted();
    try {
      const picture = await bringPicture(signal, draw);
      if (this.loaded) previewFailure.value = undefined;
      return picture;
    } catch (error) {
      if (!signal.aborted && toFault(error).reason === 'failed') sayFailure(error);
      throw error;
    }
  }
}

function toFault(error: unknown): PreviewFault {
  return error instanceof PreviewFault ? error : new PreviewFault('failed', describeError(error));
}

/** Writes a timeline without clips, of which the engine draws all frames. */
function writeEmpty(output: number): unknown {
  const rate = frameRate.peek();
  const size = readSizeOf(listDraftOutputs(draft.peek())[output] ?? {});
  const frameCount = Math.max(1, nearestFrameAt(timelineEnd.peek(), rate));
  return writeExact({
    timeline: { rate: toRate(rate), ...size, frameCount, visualClips: [], audioClips: [] },
    looks: {},
    sound: { gain: 1, ceiling: 0, ducks: {} },
    engine: [{ from: 0, to: frameCount }],
  });
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The edit has changed.')), { once: true });
  });
}
