import { createElement, createIcon } from './create-element.ts';
import type { PlayerState } from './playable-view.ts';
import { fillText, formatPlayerTime, type PLAYER_TEXTS } from './player-texts.ts';
import { textsAt, type TimedText } from './text-tracks.ts';

/** The part of a player that its controls and keys use. */
export interface ControlledPlayer {
  readonly state: PlayerState;
  readonly words: typeof PLAYER_TEXTS;
  /** Seconds. */
  readonly duration: number;
  readonly paused: boolean;
  /** True if the duration is known and it can play. */
  readonly isReady: boolean;
  /** True until the picture of the moment is shown that was sought. */
  readonly seeking: boolean;
  /** True if it has begun to play. */
  readonly hasPlayed: boolean;
  readonly controls: boolean;
  readonly chapters: readonly TimedText[];
  readonly captions: readonly TimedText[];
  readonly isFullscreen: boolean;
  currentTime: number;
  volume: number;
  muted: boolean;
  showsCaptions: boolean;
  play(): Promise<void>;
  pause(): void;
  toggleFullscreen(): void;
}

const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  replay: 'M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z',
  captions: 'M3 5h18v14H3zM5 7v10h14V7zM7 10h4v2H9v1h2v2H7zM13 10h4v2h-2v1h2v2h-4z',
  mute: 'M4 9v6h4l5 4.5v-15L8 9zM15.5 8.5v7a4 4 0 0 0 0-7zM15.5 4v2a6.5 6.5 0 0 1 0 12v2a8.5 8.5 0 0 0 0-16z',
  unmute:
    'M4 9v6h4l5 4.5v-15L8 9zM16 9.4 17.4 8l2.1 2.1L21.6 8 23 9.4l-2.1 2.1 2.1 2.1-1.4 1.4-2.1-2.1-2.1 2.1L16 13.6l2.1-2.1z',
  fullscreen: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  leaveFullscreen: 'M8 4h2v6H4V8h4zM14 4h2v4h4v2h-6zM4 14h6v6H8v-4H4zM14 14h6v2h-4v4h-2z',
} as const;

/** The bar below the picture. */
export class PlayerControls {
  readonly bar: HTMLElement;
  private readonly player: ControlledPlayer;
  private readonly toggle = createButton('play');
  private readonly position = createSlider('position');
  private readonly time = createElement('span', { part: 'time', class: 'time' });
  private readonly ticks = createElement('span', { class: 'ticks' });
  private readonly chapter = createElement('select', { part: 'chapter', class: 'chapter' });
  private readonly captions = createButton('captions');
  private readonly mute = createButton('mute');
  private readonly volume = createSlider('volume', { max: '1', step: '0.05' });
  private readonly fullscreen = createButton('fullscreen');
  private shownChapters: readonly TimedText[] = [];
  /** The duration in which the chapters are marked. */
  private shownDuration = 0;

  constructor(player: ControlledPlayer) {
    this.player = player;
    const { toggle, position, time, ticks, chapter, captions, mute, volume, fullscreen } = this;
    const row = createElement(
      'div',
      { class: 'row' },
      toggle,
      time,
      createElement('span', { class: 'space' }),
      chapter,
      captions,
      mute,
      volume,
      fullscreen,
    );
    this.bar = createElement(
      'div',
      { part: 'controls', class: 'controls' },
      createElement('div', { class: 'seek' }, ticks, position),
      row,
    );
    toggle.addEventListener('click', () => togglePlay(player));
    position.addEventListener('input', () => (player.currentTime = position.valueAsNumber));
    chapter.addEventListener('change', () => (player.currentTime = Number(chapter.value)));
    captions.addEventListener('click', () => (player.showsCaptions = !player.showsCaptions));
    mute.addEventListener('click', () => (player.muted = !player.muted));
    volume.addEventListener('input', () => {
      player.volume = volume.valueAsNumber;
      player.muted = false;
    });
    fullscreen.addEventListener('click', () => player.toggleFullscreen());
    fullscreen.hidden = !document.fullscreenEnabled;
  }

  /** Shows the state of the player. */
  update(): void {
    const { player } = this;
    const { words, muted, paused, state } = player;
    label(this.toggle, state.phase === 'ended' ? 'replay' : paused ? 'play' : 'pause', words);
    label(this.mute, muted ? 'unmute' : 'mute', words);
    label(this.captions, 'captions', words);
    this.captions.ariaPressed = String(player.showsCaptions);
    this.captions.hidden = player.captions.length === 0;
    label(this.fullscreen, player.isFullscreen ? 'leaveFullscreen' : 'fullscreen', words);
    this.volume.ariaLabel = words.volume;
    setValue(this.volume, muted ? 0 : player.volume, 1);
    this.volume.ariaValueText = `${Math.round(100 * (muted ? 0 : player.volume))} %`;
    this.position.ariaLabel = words.position;
    this.chapter.ariaLabel = words.chapter;
    if (player.chapters !== this.shownChapters || player.duration !== this.shownDuration) this.listChapters();
    this.updateTime();
  }

  /** Shows the time of the player. */
  updateTime(): void {
    const { currentTime, duration, chapters, words } = this.player;
    const text = { time: formatPlayerTime(currentTime), duration: formatPlayerTime(duration) };
    const [chapter] = textsAt(chapters, currentTime);
    this.position.max = String(duration);
    setValue(this.position, currentTime, duration);
    this.position.ariaValueText = fillText(words.positionOf, text) + (chapter ? `, ${chapter.text}` : '');
    this.time.textContent = `${text.time} / ${text.duration}`;
    if (chapter) this.chapter.value = String(chapter.from);
  }

  private listChapters(): void {
    const { chapters, duration } = this.player;
    this.shownChapters = chapters;
    this.shownDuration = duration;
    this.chapter.hidden = chapters.length === 0;
    this.chapter.replaceChildren(
      ...chapters.map(({ from, text }) => createElement('option', { value: String(from) }, text)),
    );
    const ticks = chapters
      .filter(({ from }) => from > 0)
      .map(({ from }) => {
        const tick = createElement('i');
        tick.style.left = `${(100 * from) / duration}%`;
        return tick;
      });
    this.ticks.replaceChildren(...ticks);
  }
}

/** Plays, or pauses if it plays. */
export function togglePlay(player: ControlledPlayer): void {
  // The state of the player says why it does not play.
  if (player.paused) player.play().catch(() => undefined);
  else player.pause();
}

function createButton(name: string): HTMLButtonElement {
  return createElement('button', { type: 'button', part: `button ${name}` });
}

function createSlider(
  name: string,
  range: Readonly<Record<string, string>> = { step: '0.01' },
): HTMLInputElement {
  return createElement('input', {
    type: 'range',
    min: '0',
    value: '0',
    part: `slider ${name}`,
    class: name,
    ...range,
  });
}

function setValue(slider: HTMLInputElement, value: number, max: number): void {
  slider.value = String(value);
  slider.style.setProperty('--value', `${max > 0 ? (100 * value) / max : 0}%`);
}

/** Gives a button its icon and its name, which is its tooltip, too. */
function label(button: HTMLButtonElement, name: keyof typeof ICONS, words: typeof PLAYER_TEXTS): void {
  if (button.title === words[name] && button.firstChild) return;
  button.title = words[name];
  button.ariaLabel = words[name];
  button.replaceChildren(createIcon(ICONS[name]));
}
