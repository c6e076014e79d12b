import { PreviewFault, PreviewPlayer, type PreviewSource } from '../preview/index.ts';
import type { Playback, PlaybackEvents } from './playback.ts';

/** Opens the edit for a view of a height in pixels. */
export type OpenEdit = (height: number, signal: AbortSignal) => Promise<PreviewSource>;

/** The heights for which layers are asked, so that a view that grows a little needs no others. */
const HEIGHTS = [270, 540, 1080, 2160];
/** Milliseconds before an edit that could not be opened is asked for again. */
const RETRY_MS = 2000;

/** Plays an edit on a canvas, which has as many pixels as the element on the screen, at most those of the edit. */
export class EditPlayback implements Playback {
  readonly view = document.createElement('canvas');
  private readonly player: PreviewPlayer;
  private readonly events: PlaybackEvents;
  private readonly observer = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
  private opening = new AbortController();
  private openEdit: OpenEdit | undefined;
  private source: PreviewSource | undefined;
  private height = 0;

  constructor(events: PlaybackEvents) {
    this.events = events;
    this.player = new PreviewPlayer(this.view, {
      onTime: events.onTime,
      onPicture: events.onPicture,
      onState: ({ phase, problem, word }) =>
        phase !== 'empty' && events.onState({ phase, ...(problem && { problem }), ...(word && { word }) }),
    });
    this.observer.observe(this.view);
  }

  get duration(): number {
    return this.player.duration;
  }

  get time(): number {
    return this.player.time;
  }

  /**
   * Opens an edit in place of the one before, at the same second. Waits for the server if it is busy or not reachable.
   *
   * @returns false if another edit was opened meanwhile.
   * @throws {PreviewFault} if it cannot be opened.
   */
  async open(openEdit: OpenEdit): Promise<boolean> {
    this.openEdit = openEdit;
    this.opening.abort();
    this.opening = new AbortController();
    const { signal } = this.opening;
    this.height = heightFor(this.view.clientHeight * devicePixelRatio);
    const source = await this.ask(openEdit, signal);
    if (signal.aborted) return false;
    this.source = source;
    this.resize(source);
    this.player.open(source);
    return true;
  }

  play(): void {
    this.player.play();
  }

  pause(): void {
    this.player.pause();
  }

  seek(second: number): void {
    this.player.seek(second);
  }

  setVolume(volume: number): void {
    this.player.volume = volume;
  }

  [Symbol.dispose](): void {
    this.opening.abort();
    this.observer.disconnect();
    this.player[Symbol.dispose]();
  }

  private async ask(openEdit: OpenEdit, signal: AbortSignal): Promise<PreviewSource> {
    for (;;) {
      try {
        return await openEdit(this.height, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof PreviewFault) || !['offline', 'busy'].includes(error.reason)) throw error;
        this.events.onState({ phase: 'loading', problem: error.reason });
        await new Promise((resolve) => setTimeout(resolve, error.retryMs ?? RETRY_MS));
        signal.throwIfAborted();
      }
    }
  }

  /** Gives the canvas the size of the element, and gets larger layers if it has outgrown them. */
  private fit(): void {
    const { source, openEdit } = this;
    if (!source || !openEdit || !this.resize(source)) return;
    this.player.redraw();
    if (heightFor(this.view.height) > this.height) this.open(openEdit).catch(() => undefined);
  }

  /** Returns true if the canvas has another size now. */
  private resize({ layered }: PreviewSource): boolean {
    const { width, height } = layered.timeline;
    const { clientWidth, clientHeight } = this.view;
    const scale = Math.min(
      1,
      (clientWidth * devicePixelRatio) / width,
      (clientHeight * devicePixelRatio) / height,
    );
    // An element that is not shown has no size.
    const size = [width, height].map((side) => Math.max(1, Math.round(side * (scale || 1))));
    if (size[0] === this.view.width && size[1] === this.view.height) return false;
    [this.view.width = 1, this.view.height = 1] = size;
    return true;
  }
}

function heightFor(pixels: number): number {
  return HEIGHTS.find((height) => height >= pixels) ?? 2160;
}
