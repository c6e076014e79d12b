import { createElement } from './create-element.ts';
import { type ControlledPlayer, PlayerControls, togglePlay } from './player-controls.ts';
import { handleKey } from './player-keys.ts';
import { PLAYER_STYLE } from './player-style.ts';
import { fillText } from './player-texts.ts';
import { textsAt } from './text-tracks.ts';

/** Milliseconds without a movement of the pointer after which nothing lies over the picture while it plays. */
const IDLE_MS = 2500;
/** Milliseconds of a wait after which the player says that it loads. */
const LOADING_MS = 400;

/** Everything that is visible of a player. */
export class PlayerFace {
  private readonly player: ControlledPlayer;
  private readonly view = createElement('div', { class: 'view', part: 'picture' });
  private readonly poster = createElement('img', { class: 'poster', part: 'poster', alt: '' });
  private readonly captions = createElement('div', { class: 'captions', part: 'captions' });
  private readonly status = createElement('div', { class: 'status', part: 'status', role: 'status' });
  private readonly progress = createElement('progress', { part: 'progress' });
  private readonly frame = createElement('div', { class: 'player' });
  private readonly ratio = new CSSStyleSheet();
  private readonly controls: PlayerControls;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private wordTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(player: ControlledPlayer, root: ShadowRoot) {
    this.player = player;
    this.controls = new PlayerControls(player);
    const { frame, view, poster, captions, status, controls } = this;
    const style = new CSSStyleSheet();
    style.replaceSync(PLAYER_STYLE);
    // No `<style>`, which the policy of a page may forbid.
    root.adoptedStyleSheets = [style, this.ratio];
    frame.append(view, poster, captions, status, controls.bar);
    root.append(frame);
    view.addEventListener('click', () => player.controls && togglePlay(player));
    frame.addEventListener('keydown', (event) => player.controls && handleKey(player, event));
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      frame.addEventListener(name, () => this.stayAwake());
    poster.addEventListener('error', () => (poster.hidden = true));
  }

  /** Shows another picture. */
  showView(view: HTMLElement): void {
    this.view.replaceChildren(view);
  }

  /** Gives the player the shape of what it shows, unless the page gives it one. A sound without a poster has no picture. */
  setShape(width: number, height: number): void {
    const isSound = width === 0 && this.poster.hidden;
    const rule = isSound
      ? 'aspect-ratio: auto; height: 100px'
      : `aspect-ratio: ${width || 16} / ${height || 9}`;
    this.ratio.replaceSync(`:host { ${rule}; }`);
  }

  /** Sets the picture that is shown until it plays. Without an address there is none. */
  setPoster(src: string): void {
    this.poster.hidden = src === '';
    if (src) this.poster.src = src;
  }

  /** Shows the state of the player. */
  update(): void {
    const { player, poster, controls } = this;
    if (player.hasPlayed) poster.hidden = true;
    controls.bar.hidden = !player.controls || player.duration === 0;
    controls.update();
    this.updateTime();
    this.updateStatus();
    this.stayAwake();
  }

  /** Shows the time of the player, and its captions. */
  updateTime(): void {
    const { player, captions } = this;
    this.controls.updateTime();
    const texts = player.isReady && player.showsCaptions ? textsAt(player.captions, player.currentTime) : [];
    const lines = texts.map(({ show }) => createElement('div', {}, createElement('span', {}, show())));
    if (lines.length + captions.childElementCount > 0) captions.replaceChildren(...lines);
  }

  /** Ends the timers. */
  stop(): void {
    clearTimeout(this.idleTimer);
    clearTimeout(this.wordTimer);
  }

  private updateStatus(): void {
    const { player, status, progress } = this;
    const { phase, problem, word, progress: share } = player.state;
    clearTimeout(this.wordTimer);
    const isLoading = phase === 'loading' || player.seeking;
    // Loading often takes no time.
    if (isLoading && !problem && player.isReady && status.childElementCount === 0) {
      this.wordTimer = setTimeout(() => this.say(player.words.loading), LOADING_MS);
      return;
    }
    if (problem) this.say(word ?? '');
    else if (phase === 'rendering' && share === undefined) this.say(player.words.queued, progress);
    else if (phase === 'rendering')
      this.say(fillText(player.words.rendering, { percent: Math.round(100 * (share ?? 0)) }), progress);
    else if (isLoading) this.say(player.words.loading);
    else this.say('');
    if (share === undefined) progress.removeAttribute('value');
    else progress.value = share;
  }

  /** Shows a sentence, which screen readers read if it is a new one. */
  private say(sentence: string, ...more: readonly HTMLElement[]): void {
    const { status, player } = this;
    status.classList.toggle('alone', !player.isReady);
    if (status.textContent === sentence && status.childElementCount === (sentence ? 1 : 0) + more.length)
      return;
    status.replaceChildren(...(sentence ? [createElement('span', {}, sentence)] : []), ...more);
  }

  /** Shows what lies over the picture, and lets it go after a while if it plays. */
  private stayAwake(): void {
    const { classList } = this.frame;
    clearTimeout(this.idleTimer);
    classList.remove('idle');
    if (this.player.state.phase === 'playing')
      this.idleTimer = setTimeout(() => classList.add('idle'), IDLE_MS);
  }
}
