import { effect, signal } from '@preact/signals';
import { PreviewPlayer, type PreviewSource, type PreviewState } from '../../preview/index.ts';
import type { PixelSize } from '../../render/scene/placement.ts';
import { listDraftOutputs, readSizeOf } from '../document/shapes.ts';
import { draft, frameRate, playhead, seek } from '../edit/edit-state.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { LayersLoader } from './layers-loader.ts';
import { type EditPlayer, playback, playedRange } from './playback.ts';
import { playerSettings } from './player-settings.ts';
import { isPreviewShown, needsHttps, previewFailure, previewWord } from './preview-signals.ts';

/** Lines of the picture at most. More would take longer than a frame lasts on many machines. */
const MOST_LINES = 1080;
/** Lines in which the size of the picture changes, so that not every move of a border asks for other layers. */
const LINE_STEP = 90;

/** Shows the open edit on a canvas at the playhead, and plays it. Close it with `using`. */
export class StudioPreview implements EditPlayer, Disposable {
  private readonly canvas: HTMLCanvasElement;
  private readonly player: PreviewPlayer;
  private readonly layers: LayersLoader;
  private readonly watch: ResizeObserver;
  /** Size in pixels of the screen. */
  private readonly room = signal({ width: 0, height: 0 });
  /** The size of the edit that is open. */
  private readonly shownSize = signal<PixelSize | undefined>(undefined);
  private readonly effects: readonly (() => void)[];
  private layersWord: string | undefined;
  private state: PreviewState | undefined;
  /** True while the playhead follows the picture, and not the other way round. */
  private isFollowing = false;
  private ending: ReturnType<typeof setTimeout> | undefined;

  /** @param canvas a canvas without a context. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.player = new PreviewPlayer(canvas, {
      onTime: (second) => this.follow(second),
      onState: (state) => this.tell(state),
    });
    this.watch = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = canvas;
      this.room.value = { width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio };
    });
    this.watch.observe(canvas);
    this.layers = new LayersLoader({
      onSource: (source) => this.open(source),
      onWord: (word) => {
        this.layersWord = word;
        this.sayWord();
      },
    });
    this.effects = [
      effect(() => {
        const lines = this.linesFor(readSizeOf(listDraftOutputs(draft.value)[shownOutput.value] ?? {}));
        if (lines > 0) this.layers.height.value = Math.max(LINE_STEP, lines);
      }),
      effect(() => this.fitCanvas()),
      effect(() => {
        const { volume, isMuted } = playerSettings.value;
        this.player.volume = isMuted ? 0 : volume;
      }),
      effect(() => {
        const { value: at } = playhead;
        if (this.isFollowing) return;
        this.layers.noteMove();
        this.player.seek(at);
      }),
    ];
  }

  play(): void {
    if (this.layers.isThere) this.player.play();
  }

  pause(): void {
    clearTimeout(this.ending);
    this.player.pause();
  }

  [Symbol.dispose](): void {
    for (const end of this.effects) end();
    clearTimeout(this.ending);
    this.watch.disconnect();
    this.layers[Symbol.dispose]();
    this.player[Symbol.dispose]();
    isPreviewShown.value = false;
    previewWord.value = undefined;
    needsHttps.value = false;
    previewFailure.value = undefined;
  }

  private open(source: PreviewSource): void {
    const isFirst = this.player.duration === 0;
    const isWaiting = playback.peek() === 'waiting';
    // The cast is safe: only the server writes timelines.
    const { width, height } = (source.timeline as { readonly timeline: PixelSize }).timeline;
    this.shownSize.value = { width, height };
    this.player.open(source);
    if (isFirst) this.player.seek(playhead.peek());
    if (isFirst && isWaiting) this.player.play();
  }

  /** Gives the canvas as many pixels as the page has for it. */
  private fitCanvas(): void {
    const { value: size } = this.shownSize;
    const height = size && this.linesFor(size);
    if (!height) return;
    const width = Math.round((height * size.width) / size.height);
    if (this.canvas.width === width && this.canvas.height === height) return;
    Object.assign(this.canvas, { width, height });
    this.player.redraw();
  }

  /** Returns the lines for which the page has room, but not more than the output has. 0 while it is not shown. */
  private linesFor({ width, height }: PixelSize): number {
    const room = this.room.value;
    const shown = Math.min(room.height, (room.width * height) / width);
    return Math.min(height, MOST_LINES, LINE_STEP * Math.ceil(shown / LINE_STEP));
  }

  private follow(second: number): void {
    if (playback.peek() !== 'playing') return;
    this.isFollowing = true;
    seek(second);
    this.isFollowing = false;
    const { start, length } = playedRange();
    const frameMs = 1000 / frameRate.peek();
    const isLast = second + 1.5 / frameRate.peek() > start + length;
    clearTimeout(this.ending);
    if (isLast) this.ending = setTimeout(() => this.end(), frameMs);
  }

  /** Plays the range again if it is looped. Stops otherwise. */
  private end(): void {
    clearTimeout(this.ending);
    if (!playerSettings.peek().isLooping) {
      this.player.pause();
      return;
    }
    this.player.seek(playedRange().start);
    this.player.play();
  }

  private tell(state: PreviewState): void {
    this.state = state;
    const { phase, drawnBy } = state;
    if (drawnBy) isPreviewShown.value = true;
    if (phase === 'playing') playback.value = 'playing';
    else if (phase === 'loading') playback.value = 'waiting';
    else if (this.layers.isThere) playback.value = 'stopped';
    this.sayWord();
    if (phase === 'ended') this.end();
  }

  private sayWord(): void {
    const needed = ['no-decoder', 'not-secure'].includes(this.state?.problem ?? '');
    needsHttps.value = needed && this.layersWord === undefined;
    // The reason for a failure of the server is said in its own words.
    const isSaid = this.state?.problem === 'failed' && previewFailure.peek() !== undefined;
    previewWord.value = this.layersWord ?? (isSaid ? undefined : this.state?.word);
  }
}
