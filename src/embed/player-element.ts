import { PreviewFault, type PreviewSource } from '../preview/preview-source.ts';
import { ElementBase, reflectAttributes, takeEarlyProperties, type TokenSource } from './element-base.ts';
import type { PlayableView, PlayerPhase, PlayerState } from './playable-view.ts';
import type { ControlledPlayer } from './player-controls.ts';
import { PlayerFace } from './player-face.ts';
import { PlayerDeck } from './player-deck.ts';
import { readSubject, type Subject } from './player-subject.ts';
import { PLAYER_TEXTS, type PlayerTexts } from './player-texts.ts';
import { readTextTrack, readTracks, type TimedText } from './text-tracks.ts';
import type { PlayedRender } from './wait-for-render.ts';

/** The attributes that are properties, too, with texts as values. Each of them decides what is played. */
const TEXTS = ['server', 'version', 'output', 'render', 'src', 'poster'] as const;
/** The attributes that are properties, too, and are there or not. */
const FLAGS = ['autoplay', 'controls', 'loop'] as const;
/** The other properties that a page may have set before the element was defined. */
const OTHERS = ['token', 'edit', 'source', 'texts', 'muted', 'volume', 'currentTime'];
/** Milliseconds in which the scripts of a page may set what an element lacks. */
const PATIENCE_MS = 1000;
/** The problems that do not pass by themselves. */
const FINAL: readonly string[] = ['expired', 'missing', 'failed'];

/**
 * `<kinora-player>`: plays an edit as it is rendered, a render, or a file. Its properties, methods and events are named
 * as those of `<video>`; docs/embed.md describes the others.
 */
export class KinoraPlayer extends ElementBase implements ControlledPlayer {
  static readonly observedAttributes: readonly string[] = [...TEXTS, 'token', 'muted', 'controls'];
  declare server: string;
  declare version: string;
  declare output: string;
  declare render: string;
  declare src: string;
  declare poster: string;
  /** True if it plays as soon as it can, muted. Has no effect for people who want less motion. */
  declare autoplay: boolean;
  declare controls: boolean;
  declare loop: boolean;

  /** True if the duration is known and it can play. */
  isReady = false;
  /** True if it has begun to play, so that the poster is no longer shown. */
  hasPlayed = false;
  seeking = false;

  private readonly internals = this.attachInternals();
  private readonly face: PlayerFace;
  private readonly deck = new PlayerDeck({
    onState: (state) => this.change(state),
    onTime: () => this.moveTime(),
    onPicture: () => this.endSeek(),
    onPlayback: (playback) => this.begin(playback),
    onReady: () => this.ready(),
    onRender: (files) => void this.showRender(files),
  });
  private isScheduled = false;
  private readonly given: {
    token?: TokenSource | undefined;
    edit?: unknown;
    source?: PreviewSource | undefined;
  } = {};
  private editText: string | undefined;
  private dictionary = PLAYER_TEXTS;
  private now: PlayerState = { phase: 'empty' };
  private tracks: Record<'captions' | 'chapters', readonly TimedText[]> = { captions: [], chapters: [] };
  /** The latest reading of tracks. */
  private reading: Promise<unknown> | undefined;
  private renderCaptions: readonly TimedText[] = [];
  /** True if a `<track>` of captions is the default of the page. */
  private hasDefaultCaptions = false;
  /** Undefined until the visitor turns captions on or off. */
  private areCaptionsOn: boolean | undefined;
  private level = 1;
  private isMuted = false;
  private wantsPlay = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** The second to begin at, if it was set before anything was open. */
  private startAt = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    this.face = new PlayerFace(this, root);
    const slot = document.createElement('slot');
    slot.hidden = true;
    slot.addEventListener('slotchange', () => void this.readTracks());
    root.append(slot);
    this.internals.role = 'group';
    this.internals.ariaLabel = this.words.player;
    this.addEventListener('fullscreenchange', () => this.face.update());
  }

  /** A token, or a function that gets one and is called again when it has expired. */
  get token(): TokenSource {
    return this.given.token ?? this.getAttribute('token') ?? '';
  }
  set token(token: TokenSource | undefined) {
    const { token: before } = this.given;
    this.given.token = token;
    // A function that follows another one is asked for the next token. Frameworks make a new one each time they render.
    if (typeof before !== 'function' || typeof token !== 'function') this.schedule();
  }

  /** An edit to play in place of the kept edit of the token. It may be set again while it plays. */
  get edit(): unknown {
    return this.given.edit;
  }
  set edit(edit: unknown) {
    const text = JSON.stringify(edit);
    this.given.edit = edit;
    if (text !== this.editText) this.schedule();
    this.editText = text;
  }

  /** An edit with files of its own, in place of a server. */
  get source(): PreviewSource | undefined {
    return this.given.source;
  }
  set source(source: PreviewSource | undefined) {
    this.given.source = source;
    this.schedule();
  }

  /** Texts in place of the English ones. */
  get texts(): PlayerTexts {
    return this.dictionary;
  }
  set texts(texts: PlayerTexts | undefined) {
    this.dictionary = { ...PLAYER_TEXTS, ...texts };
    this.internals.ariaLabel = this.words.player;
    this.face.update();
  }

  /** All texts. */
  get words(): typeof PLAYER_TEXTS {
    return this.dictionary;
  }

  /** The state of the player. Each change is an event `statechange`. */
  get state(): PlayerState {
    const { problem } = this.now;
    return { ...(problem && { word: this.words[problem] }), ...this.now };
  }

  /** Seconds. 0 until it is ready. */
  get duration(): number {
    return this.deck.playback?.duration ?? 0;
  }

  /** The second that is shown. */
  get currentTime(): number {
    if (this.ended) return this.duration;
    return this.isReady ? (this.deck.playback?.time ?? 0) : this.startAt;
  }
  set currentTime(second: number) {
    if (!Number.isFinite(second)) throw new TypeError('`currentTime` must be a number of seconds.');
    if (!this.isReady) {
      this.startAt = Math.max(0, second);
      return;
    }
    this.seeking = true;
    this.tell('seeking');
    this.deck.playback?.seek(Math.min(Math.max(0, second), this.duration));
    this.face.update();
  }

  get paused(): boolean {
    return !this.wantsPlay;
  }

  get ended(): boolean {
    return this.now.phase === 'ended';
  }

  /** From 0 to 1. */
  get volume(): number {
    return this.level;
  }
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new RangeError('`volume` must be a number from 0 to 1.');
    this.level = volume;
    this.changeVolume();
  }

  get muted(): boolean {
    return this.isMuted;
  }
  set muted(isMuted: boolean) {
    this.isMuted = isMuted;
    this.changeVolume();
  }

  /** The captions of the `<track>` that is shown, or of the render. */
  get captions(): readonly TimedText[] {
    return this.tracks.captions.length > 0 ? this.tracks.captions : this.renderCaptions;
  }

  /** True if captions are shown, as far as there are some. At first those of a render, and of a default `<track>`. */
  get showsCaptions(): boolean {
    return this.areCaptionsOn ?? (this.tracks.captions.length === 0 || this.hasDefaultCaptions);
  }
  set showsCaptions(isOn: boolean) {
    this.areCaptionsOn = isOn;
    this.face.update();
  }

  get chapters(): readonly TimedText[] {
    return this.tracks.chapters;
  }

  get isFullscreen(): boolean {
    return document.fullscreenElement === this;
  }

  /** Plays as soon as it can. @throws {DOMException} `AbortError` if it is paused, or fails, before it does. */
  async play(): Promise<void> {
    if (!this.wantsPlay) {
      this.wantsPlay = true;
      this.tell('play');
      if (this.isReady) this.deck.playback?.play();
      this.face.update();
    }
    if (this.now.phase !== 'playing') await this.untilPlaying();
  }

  pause(): void {
    if (!this.wantsPlay) return;
    this.wantsPlay = false;
    this.tell('pause');
    this.deck.playback?.pause();
    this.face.update();
  }

  toggleFullscreen(): void {
    const done = this.isFullscreen ? document.exitFullscreen() : this.requestFullscreen();
    // The browser may refuse it, and then nothing changes.
    done.catch(() => undefined);
  }

  /** Called by the browser. */
  connectedCallback(): void {
    takeEarlyProperties(this, [...TEXTS, ...FLAGS, ...OTHERS]);
    // An element that is moved goes on.
    if (!this.deck.playback) this.schedule();
  }

  /** Called by the browser. */
  disconnectedCallback(): void {
    // An element that is moved is connected again at once.
    queueMicrotask(() => this.isConnected || this.close());
  }

  /** Called by the browser. */
  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name === 'muted') this.muted = value !== null;
    else if (name === 'controls') this.face.update();
    else if (value !== before) this.schedule();
  }

  /** Opens what the page has given, once for all changes of a moment. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      if (this.isConnected) void this.open();
    });
  }

  private async open(): Promise<void> {
    clearTimeout(this.patience);
    const subject = this.readSubject();
    if (!subject) return;
    if (!this.hasPlayed) this.face.setPoster(this.poster);
    try {
      await this.deck.open(subject);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.fail(error);
    }
  }

  private readSubject(): Subject | undefined {
    const { server, version, output, render, src, edit, source } = this;
    const token = typeof this.token === 'function' ? () => this.askToken() : this.token;
    try {
      return readSubject({ server, version, output, render, src, token, edit, source });
    } catch (error) {
      const isMissing = error instanceof PreviewFault && error.reason === 'missing';
      this.patience = setTimeout(() => this.fail(error), isMissing ? PATIENCE_MS : 0);
      return undefined;
    }
  }

  private async askToken(): Promise<string> {
    return typeof this.token === 'function' ? await this.token() : this.token;
  }

  private fail(error: unknown): void {
    const reason = error instanceof PreviewFault ? error.reason : 'failed';
    const word = error instanceof Error ? error.message : String(error);
    if (!this.isReady) this.wantsPlay = false;
    const phase = this.isReady ? this.now.phase : 'empty';
    // Visitors can do nothing about a token. The sentence of the server is for those who made the page.
    this.change({ phase, problem: reason, ...(reason !== 'expired' && { word }) }, word);
  }

  /** Closes everything. It goes on at the same second if it is opened again. */
  private close(): void {
    this.pause();
    this.startAt = this.currentTime;
    this.isReady = false;
    clearTimeout(this.patience);
    this.deck[Symbol.dispose]();
    this.face.stop();
    this.change({ phase: 'empty' });
  }

  private begin(playback: PlayableView): void {
    this.isReady = false;
    this.hasPlayed = false;
    this.seeking = false;
    this.renderCaptions = [];
    this.face.setPoster(this.poster);
    this.face.showView(playback.view);
  }

  private ready(): void {
    const { deck, face, isReady } = this;
    const { width = 0, height = 0 } = deck.playback?.size ?? {};
    face.setShape(width, height);
    if (isReady) return;
    this.isReady = true;
    deck.playback?.setVolume(this.muted ? 0 : this.level);
    if (this.startAt > 0) deck.playback?.seek(this.startAt);
    this.startAt = 0;
    this.tell('ready');
    if (this.wantsPlay) deck.playback?.play();
    else if (this.autoplay && !this.hasPlayed && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.muted = true;
      this.play().catch(() => undefined);
    }
    face.update();
  }

  private async showRender({ poster, captions }: PlayedRender): Promise<void> {
    if (!this.poster && poster) this.face.setPoster(poster);
    if (!captions) return;
    const { playback } = this.deck;
    const texts = await readTextTrack(captions);
    if (playback !== this.deck.playback) return;
    this.renderCaptions = texts;
    this.face.update();
  }

  private async readTracks(): Promise<void> {
    const reading = (this.reading = Promise.all([
      readTracks(this, 'captions', 'subtitles'),
      readTracks(this, 'chapters'),
    ]));
    const [captions, chapters] = await reading;
    if (reading !== this.reading) return;
    this.tracks = { captions, chapters };
    const isDefault = (child: Element): boolean =>
      child instanceof HTMLTrackElement && child.default && child.kind !== 'chapters';
    this.hasDefaultCaptions = [...this.children].some(isDefault);
    this.face.update();
  }

  /** @param message that of the event `error`, if it says more than the player shows. */
  private change(state: PlayerState, message?: string): void {
    const before = this.now;
    if (JSON.stringify(state) === JSON.stringify(before)) return;
    if (state.phase === 'ended' && this.loop) {
      queueMicrotask(() => this.deck.playback?.play());
      return;
    }
    this.now = state;
    if (state.phase !== before.phase) this.changePhase(before.phase, state.phase);
    this.face.update();
    this.tell('statechange');
    const { problem } = state;
    if (problem && problem !== before.problem && FINAL.includes(problem))
      this.dispatchEvent(new ErrorEvent('error', { message: message ?? state.word ?? this.words[problem] }));
  }

  private changePhase(before: PlayerPhase, phase: PlayerPhase): void {
    if (phase === 'playing') this.hasPlayed = true;
    if (phase === 'playing' || phase === 'ended') this.tell(phase);
    if (phase === 'loading' && before === 'playing') this.tell('waiting');
    // The browser or the engine has stopped it.
    const hasStopped = phase === 'ended' || (phase === 'paused' && isRunning(before));
    if (!this.isReady || !this.wantsPlay || !hasStopped) return;
    this.wantsPlay = false;
    if (phase === 'paused') this.tell('pause');
  }

  private changeVolume(): void {
    this.deck.playback?.setVolume(this.muted ? 0 : this.level);
    this.face.update();
    this.tell('volumechange');
  }

  private moveTime(): void {
    this.face.updateTime();
    this.tell('timeupdate');
  }

  private endSeek(): void {
    if (!this.seeking) return;
    this.seeking = false;
    this.face.update();
    this.tell('seeked');
  }

  private tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  private async untilPlaying(): Promise<void> {
    const watch = new AbortController();
    const { promise, resolve } = Promise.withResolvers<Event>();
    for (const name of ['playing', 'pause', 'error'])
      this.addEventListener(name, resolve, { signal: watch.signal });
    const { type } = await promise;
    watch.abort();
    if (type !== 'playing') throw new DOMException('It was stopped before it played.', 'AbortError');
  }
}

function isRunning(phase: PlayerPhase): boolean {
  return phase === 'loading' || phase === 'playing';
}

reflectAttributes(KinoraPlayer.prototype, TEXTS, FLAGS);
