import { PreviewFault } from '../preview/preview-source.ts';
import type { EditPlayback } from './edit-playback.ts';
import { FilePlayback, ImagePlayback } from './file-playback.ts';
import type { PlayableView, PlaybackEvents } from './playable-view.ts';
import type { Subject } from './player-subject.ts';
import { type PlayedRender, waitForRender } from './wait-for-render.ts';

const IMAGE = /\.(?:jpe?g|png|gif|webp|avif|bmp|svg)(?:[?#]|$)/i;

/** The events of a deck. */
export interface DeckEvents extends PlaybackEvents {
  /** Called with what will be played next, before it is ready. */
  readonly onPlayback: (playback: PlayableView) => void;
  /** Called with the files of a render that is done. */
  readonly onRender: (files: PlayedRender) => void;
}

/** Opens what is played, one after the other. Close it with `using`. */
export class PlayerDeck implements Disposable {
  playback: PlayableView | undefined;
  private readonly events: DeckEvents;
  private opening = new AbortController();
  /** What plays edits, while it is the playback. */
  private edits: EditPlayback | undefined;

  constructor(events: DeckEvents) {
    this.events = events;
  }

  /**
   * Opens something in place of what is open. An edit that follows another one goes on at the same second.
   *
   * @throws {PreviewFault} if it cannot be opened. What was open stays then, if both are edits.
   * @throws {DOMException} `AbortError` if something else was opened meanwhile.
   */
  async open(subject: Subject): Promise<void> {
    this.opening.abort();
    this.opening = new AbortController();
    const { signal } = this.opening;
    if (subject.kind === 'edit') {
      const playback = this.edits ?? (await this.beginEdits(signal));
      await playback.open(subject.open);
      return;
    }
    this.close();
    if (subject.kind === 'file') {
      this.openFile(subject.src);
      return;
    }
    const { onState } = this.events;
    onState({ phase: 'rendering' });
    const files = await waitForRender(
      subject.access,
      subject.order,
      (progress) => onState({ phase: 'rendering', ...(progress !== undefined && { progress }) }),
      ({ reason }) => onState({ phase: 'rendering', problem: reason }),
      signal,
    );
    signal.throwIfAborted();
    this.openFile(files.url);
    this.events.onRender(files);
  }

  [Symbol.dispose](): void {
    this.opening.abort();
    this.close();
  }

  private close(): void {
    this.playback?.[Symbol.dispose]();
    this.playback = undefined;
    this.edits = undefined;
  }

  /** Loads what plays edits. Pages that only play files do without it. */
  private async beginEdits(signal: AbortSignal): Promise<EditPlayback> {
    this.close();
    this.events.onState({ phase: 'loading' });
    const { EditPlayback: Edits } = await import('./edit-playback.ts').catch((cause: unknown) => {
      throw new PreviewFault('offline', 'A part of the player could not be loaded.', { cause });
    });
    signal.throwIfAborted();
    this.edits = new Edits(this.events);
    this.begin(this.edits);
    return this.edits;
  }

  private openFile(src: string): void {
    const Player = IMAGE.test(src) ? ImagePlayback : FilePlayback;
    this.begin(new Player(src, this.events));
  }

  private begin(playback: PlayableView): void {
    this.playback = playback;
    this.events.onState({ phase: 'loading' });
    this.events.onPlayback(playback);
  }
}
