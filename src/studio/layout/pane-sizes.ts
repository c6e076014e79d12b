import { signal } from '@preact/signals';

/** A part of the Edit view whose size a person sets. */
export type Pane = 'form' | 'timeline';

/** Limits of a part in pixels. */
interface PaneLimits {
  readonly least: number;
  readonly most: number;
  /** The size until a person sets one. */
  readonly standard: number;
}

const STORED = 'kinora.panes';
/** Pixels that stay for the picture. */
const PICTURE = { width: 340, height: 300 };

const viewport = signal({ width: innerWidth, height: innerHeight });
addEventListener('resize', () => (viewport.value = { width: innerWidth, height: innerHeight }));

const chosen = signal<Readonly<Partial<Record<Pane, number>>>>(readChosen());

/** Returns the limits of a part in the present window. */
export function limitsOf(pane: Pane): PaneLimits {
  const { width, height } = viewport.value;
  if (pane === 'form') return limit(300, width - PICTURE.width, Math.min(460, 0.3 * width));
  return limit(140, height - PICTURE.height, 0.34 * height);
}

function limit(least: number, room: number, wanted: number): PaneLimits {
  const most = Math.max(least, room);
  return { least, most, standard: clamp(wanted, least, most) };
}

/** Returns the size of a part in pixels. */
export function sizeOfPane(pane: Pane): number {
  const { least, most, standard } = limitsOf(pane);
  return clamp(chosen.value[pane] ?? standard, least, most);
}

/** Sets the size of a part, within its limits. It is kept in the browser. @param pixels undefined for the standard. */
export function resizePane(pane: Pane, pixels: number | undefined): void {
  const { least, most } = limitsOf(pane);
  const { [pane]: _before, ...others } = chosen.value;
  chosen.value = pixels === undefined ? others : { ...others, [pane]: clamp(pixels, least, most) };
  localStorage.setItem(STORED, JSON.stringify(chosen.value));
}

function clamp(pixels: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, pixels)));
}

function readChosen(): Partial<Record<Pane, number>> {
  // Only this file writes there.
  return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Record<Pane, number>>;
}
