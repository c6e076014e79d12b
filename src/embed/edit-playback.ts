import { type FaultReason, PreviewPlayer, type PreviewSource, type PreviewState } from '../preview/index.ts';
import { askPatiently } from './passing-faults.ts';
import type { PlayableView, PlaybackEvents, PlayerState } from './playable-view.ts';

/** Opens an edit for a view of a height in pixels. */
export type OpenEdit = (height: number, signal: AbortSignal) => Promise<PreviewSource>;

/** The heights for which layers are asked, so that a view that grows a little needs no others. */
const HEIGHTS = [270, 540, 720, 1080, 2160];

/** Plays an edit on a canvas, which has as many pixels as the element on the screen, at most those of the edit. */
export class EditPlayback implements PlayableView {
  readonly view = document.createElement('canvas');
  private readonly player: PreviewPlayer;
  private readonly events: PlaybackEvents;
  // Drawn again before the next picture of the screen.
  private readonly observer = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
  private opening = new AbortController();
  private openEdit: OpenEdit | undefined;
  /** The height for which layers were asked last. */
  private height = 0;
  private state: PlayerState = { phase: 'loading' };
  /** Why the server cannot open the next edit yet. */
  private openFault: FaultReason | undefined;
  private volume = 1;
  /** True if the browser allowed no sound when it began to play. */
  private isUnheard = false;

  constructor(events: PlaybackEvents) {
    this.events = events;
    this.player = new PreviewPlayer(this.view, {
      onTime: events.onTime,
      onPicture: events.onPicture,
      onState: (state) => this.report(state),
    });
    this.observer.observe(this.view);
  }

  get size(): PlayableView['size'] {
    return this.player.size;
  }

  get duration(): number {
    return this.player.duration;
  }

  get time(): number {
    return this.player.time;
  }

  /**
   * Opens an edit in place of the one before, at the same second. Waits for a server that is busy or not reachable.
   *
   * @throws {PreviewFault} if it cannot be opened. An `AbortError` if another one was opened meanwhile.
   */
  async open(openEdit: OpenEdit): Promise<void> {
    this.openEdit = openEdit;
    this.opening.abort();
    this.opening = new AbortController();
    const { signal } = this.opening;
    this.height = heightFor(this.view.clientHeight * devicePixelRatio);
    try {
      const ask = (): Promise<PreviewSource> => openEdit(this.height, signal);
      const source = await askPatiently(ask, signal, ({ reason }) => this.setOpenFault(reason));
      signal.throwIfAborted();
      this.player.open(source);
      this.resize();
      this.events.onReady();
    } finally {
      if (!signal.aborted) this.setOpenFault(undefined);
    }
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
    this.volume = volume;
    this.player.volume = volume;
    // Goes on here, with sound: whoever turns it up has clicked or pressed a key.
    if (volume > 0 && this.isUnheard) this.player.seek(this.player.time);
  }

  [Symbol.dispose](): void {
    this.opening.abort();
    this.observer.disconnect();
    this.player[Symbol.dispose]();
  }

  private report({ phase, problem, drawnBy }: PreviewState): void {
    this.isUnheard = problem === 'no-sound';
    const isShown = problem && !(this.isUnheard && this.volume === 0);
    const isBlank = phase === 'paused' && drawnBy === undefined && !problem;
    if (phase === 'empty') return;
    this.state = { phase: isBlank ? 'loading' : phase, ...(isShown && { problem }) };
    this.tell();
  }

  private setOpenFault(fault: FaultReason | undefined): void {
    this.openFault = fault;
    this.tell();
  }

  private tell(): void {
    const { state, openFault } = this;
    this.events.onState({ ...state, ...(openFault && { problem: openFault }) });
  }

  /** Follows the size of the element, and gets larger layers if it has outgrown them. */
  private fit(): void {
    if (!this.resize()) return;
    this.player.redraw();
    // Without larger layers, the smaller ones go on.
    if (this.openEdit && heightFor(this.view.height) > this.height)
      this.open(this.openEdit).catch(() => undefined);
  }

  /** Gives the canvas the size of the element. Returns true if it is another one. */
  private resize(): boolean {
    const { view } = this;
    const { width, height } = this.player.size;
    if (width === 0) return false;
    // An element that is not shown has no size.
    const inside = Math.min(view.clientWidth / width, view.clientHeight / height) || 1;
    const scale = Math.min(1, inside * devicePixelRatio);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    if (size.width === view.width && size.height === view.height) return false;
    Object.assign(view, size);
    return true;
  }
}

function heightFor(pixels: number): number {
  return HEIGHTS.find((height) => height >= pixels) ?? 2160;
}
