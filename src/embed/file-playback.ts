import type { PlayableView, PlaybackEvents } from './playable-view.ts';

/** Milliseconds before a file is loaded again that the network has not delivered. */
const RETRY_MS = 2000;

/** Plays a video or a sound by the decoder of the browser. */
export class FilePlayback implements PlayableView {
  readonly view = document.createElement('video');
  private readonly events: PlaybackEvents;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onReady called when the duration is known. */
  constructor(src: string, events: PlaybackEvents, onReady: () => void) {
    const { view } = this;
    this.events = events;
    view.playsInline = true;
    view.preload = 'metadata';
    const on = (name: keyof HTMLMediaElementEventMap, run: () => void): void =>
      view.addEventListener(name, run);
    on('loadedmetadata', onReady);
    on('timeupdate', events.onTime);
    on('seeking', events.onTime);
    on('seeked', events.onPicture);
    on('play', () => events.onState({ phase: 'loading' }));
    on('waiting', () => events.onState({ phase: 'loading' }));
    on('playing', () => events.onState({ phase: 'playing' }));
    on('pause', () => events.onState({ phase: 'paused' }));
    on('ended', () => events.onState({ phase: 'ended' }));
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
    this.view.play().catch((error: unknown) => {
      // The browser allows sound only after a click or a key.
      if (error instanceof DOMException && error.name === 'NotAllowedError')
        this.events.onState({ phase: 'paused', problem: 'no-sound' });
    });
  }

  pause(): void {
    this.view.pause();
  }

  seek(second: number): void {
    this.view.currentTime = second;
  }

  setVolume(volume: number): void {
    this.view.volume = volume;
    this.view.muted = volume === 0;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.view.removeAttribute('src');
    this.view.load();
  }

  private reportError(): void {
    const { currentTime, paused, error } = this.view;
    const isOffline = error?.code === MediaError.MEDIA_ERR_NETWORK || !navigator.onLine;
    if (!isOffline) {
      this.events.onState({ phase: 'paused', problem: 'failed', word: FAILED });
      return;
    }
    this.events.onState({ phase: paused ? 'paused' : 'loading', problem: 'offline' });
    this.timer = setTimeout(() => {
      this.view.load();
      this.view.currentTime = currentTime;
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

  /** @param onReady called when the image is shown. */
  constructor(src: string, events: PlaybackEvents, onReady: () => void) {
    this.view.alt = '';
    this.view.addEventListener('load', onReady);
    this.view.addEventListener('error', () =>
      events.onState({ phase: 'paused', problem: 'failed', word: FAILED }),
    );
    this.view.src = src;
  }

  play(): void {}
  pause(): void {}
  seek(): void {}
  setVolume(): void {}

  [Symbol.dispose](): void {
    this.view.removeAttribute('src');
  }
}

const FAILED =
  'The file cannot be played. Its address leads nowhere, or this browser does not know its format.';
