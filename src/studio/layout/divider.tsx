import type { JSX } from 'preact';
import { limitsOf, type Pane, resizePane, sizeOfPane } from './pane-sizes.ts';

/** Pixels that an arrow key moves a border. With Shift it is four times as far. */
const STEP = 16;

/** A border that is dragged, or moved with the arrow keys. Enter and a double click give the standard size back. */
export function Divider({ pane, label }: { readonly pane: Pane; readonly label: string }): JSX.Element {
  const { least, most } = limitsOf(pane);
  const isUpright = pane === 'form';
  return (
    <div
      class={`pane-border ${pane}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={sizeOfPane(pane)}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${sizeOfPane(pane)} pixels`}
      onPointerDown={(event) => beginDrag(event, pane)}
      onDblClick={() => resizePane(pane, undefined)}
      onKeyDown={(event) => {
        const size = sizeAfterKey(event, pane);
        if (size === 'other') return;
        event.preventDefault();
        event.stopPropagation();
        resizePane(pane, size);
      }}
    />
  );
}

/** Returns the size that a key gives: undefined for the standard. */
function sizeAfterKey(
  { key, shiftKey, currentTarget }: KeyboardEvent & { readonly currentTarget: HTMLElement },
  pane: Pane,
): number | undefined | 'other' {
  const { least, most } = limitsOf(pane);
  if (key === 'Enter') return undefined;
  if (key === 'Home') return least;
  if (key === 'End') return most;
  const larger = pane === 'timeline' ? 'ArrowUp' : isFromRight(currentTarget) ? 'ArrowRight' : 'ArrowLeft';
  const smaller = pane === 'timeline' ? 'ArrowDown' : isFromRight(currentTarget) ? 'ArrowLeft' : 'ArrowRight';
  const step = STEP * (shiftKey ? 4 : 1);
  if (key === larger) return sizeOfPane(pane) + step;
  return key === smaller ? sizeOfPane(pane) - step : 'other';
}

function beginDrag(event: PointerEvent & { readonly currentTarget: HTMLElement }, pane: Pane): void {
  const { currentTarget: border, pointerId } = event;
  const isRightToLeft = isFromRight(border);
  const place = ({ clientX, clientY }: PointerEvent): number =>
    pane === 'timeline' ? -clientY : isRightToLeft ? clientX : -clientX;
  const start = sizeOfPane(pane) - place(event);
  const move = (moved: PointerEvent): void => resizePane(pane, start + place(moved));
  const end = (): void => {
    border.removeEventListener('pointermove', move);
    border.removeEventListener('lostpointercapture', end);
  };
  border.setPointerCapture(pointerId);
  border.addEventListener('pointermove', move);
  border.addEventListener('lostpointercapture', end);
}

/** True if the page is read from the right to the left, so that the form is at the left. */
function isFromRight(element: HTMLElement): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
