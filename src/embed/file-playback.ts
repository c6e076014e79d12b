import type { PlayableView, PlaybackEvents, PlayerPhase } from './playable-view.ts';

/** Milliseconds before a file is loaded again that the network has not delivered. */
const RETRY_MS = 2000;

/** Plays a video or a sound by the decoder of the browser. */
export class FilePlayback implements PlayableView {
  readonly view = document.createElement('video');
  private readonly events: PlaybackEvents;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private phase: PlayerPhase = 'loading';
  /** True if the browser allowed no sound when it began to play. */
  private isUnheard = false;

  constructor(src: string, events: PlaybackEvents) {
    const { view } = this;
    this.events = events;
    view.playsInline = true;
    view.preload = 'metadata';
    const on = (name: keyof HTMLMediaElementEventMap, run: () => void): void =>
      view.addEventListener(name, run);
    on('loadedmetadata', () => {
      this.report(view.paused ? 'paused' : 'loading');
      events.onReady();
    });
    on('timeupdate', events.onTime);
    on('seeking', events.onTime);
    on('seeked', events.onPicture);
    on('waiting', () => this.report('loading'));
    on('playing', () => this.report('playing'));
    // At its end, `ended` follows.
    on('pause', () => view.ended || this.report('paused'));
    on('ended', () => this.report('ended'));
    on('error', () => this.reportError());
    view.src = src;
  }

  get size(): PlayableView['size'] {
    return { width: this.view.videoWidth, height: this.view.videoHeight };
  }

  get duration(): number {
    return this.view.duration || 0;
  }

  get time(): number {
    return this.view.currentTime;
  }

  play(): void {
    const { view } = this;
    if (this.isUnheard) this.setVolume(view.volume);
    this.report('loading');
    view.play().catch((error: unknown) => {
      // A pause ends it, too, and a file that cannot be played is an event.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return;
      // The browser allows sound only after a click or a key.
      this.isUnheard = true;
      view.muted = true;
      view.play().catch(() => this.report('paused'));
    });
  }

  pause(): void {
    this.view.pause();
  }

  seek(second: number): void {
    if (this.phase === 'ended') this.report('paused');
    this.view.currentTime = second;
  }

  setVolume(volume: number): void {
    this.view.volume = volume;
    this.view.muted = volume === 0;
    if (!this.isUnheard) return;
    this.isUnheard = false;
    this.report(this.phase);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.view.removeAttribute('src');
    this.view.load();
  }

  private report(phase: PlayerPhase): void {
    this.phase = phase;
    this.events.onState({ phase, ...(this.isUnheard && { problem: 'no-sound' }) });
  }

  private reportError(): void {
    const { view } = this;
    const isOffline = view.error?.code === MediaError.MEDIA_ERR_NETWORK || !navigator.onLine;
    if (!isOffline) {
      this.events.onState({ phase: 'paused', problem: 'failed', word: FAILED });
      return;
    }
    this.events.onState({ phase: view.paused ? 'paused' : 'loading', problem: 'offline' });
    this.timer = setTimeout(() => {
      const { currentTime, paused } = view;
      view.load();
      view.currentTime = currentTime;
      if (!paused) this.play();
    }, RETRY_MS);
  }
}

/** An image, which has no time. */
export class ImagePlayback implements PlayableView {
  readonly view = document.createElement('img');
  readonly duration = 0;
  readonly time = 0;

  get size(): PlayableView['size'] {
    return { width: this.view.naturalWidth, height: this.view.naturalHeight };
  }

  private readonly events: PlaybackEvents;

  constructor(src: string, events: PlaybackEvents) {
    this.events = events;
    this.view.alt = '';
    this.view.addEventListener('load', () => {
      events.onState({ phase: 'paused' });
      events.onReady();
    });
    this.view.addEventListener('error', () =>
      events.onState({ phase: 'paused', problem: 'failed', word: FAILED }),
    );
    this.view.src = src;
  }

  play(): void {}
  pause(): void {}
  seek(): void {
    this.events.onPicture();
  }
  setVolume(): void {}

  [Symbol.dispose](): void {
    this.view.removeAttribute('src');
  }
}

const FAILED =
  'The file cannot be played. Its address leads nowhere, or this browser does not know its format.';
