import { type ControlledPlayer, togglePlay } from './player-controls.ts';

const VOLUME_STEP = 0.05;

const skip = (seconds: number) => (player: ControlledPlayer) => {
  player.currentTime += seconds;
};

const turn = (step: number) => (player: ControlledPlayer) => {
  player.volume = Math.min(1, Math.max(0, player.volume + step));
  player.muted = false;
};

/** The keys of a player, as people know them from video sites. */
const KEYS: Readonly<Record<string, (player: ControlledPlayer) => void>> = {
  ' ': togglePlay,
  k: togglePlay,
  ArrowLeft: skip(-5),
  ArrowRight: skip(5),
  j: skip(-10),
  l: skip(10),
  Home: (player) => (player.currentTime = 0),
  End: (player) => (player.currentTime = player.duration),
  ArrowUp: turn(VOLUME_STEP),
  ArrowDown: turn(-VOLUME_STEP),
  m: (player) => (player.muted = !player.muted),
  c: (player) => (player.showsCaptions = !player.showsCaptions),
  f: (player) => player.toggleFullscreen(),
};

/** Does what a key of a player does, unless the control that has the focus needs the key itself. */
export function handleKey(player: ControlledPlayer, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const run = KEYS[key.length === 1 ? key.toLowerCase() : key];
  const isOwn =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLButtonElement && key === ' ') ||
    (target instanceof HTMLInputElement && target.className === 'volume' && key.length > 1);
  if (!run || isOwn || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  run(player);
}
