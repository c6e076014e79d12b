import type { ErrorDetail } from '../../client/index.ts';
import type { JsonPath } from '../document/edit-text.ts';
import { editCheck } from '../edit/edit-state.ts';

/** Returns the problems of the server at a place. @param isExact false to return those within the place, too. */
export function problemsOf(path: JsonPath, isExact: boolean): ErrorDetail[] {
  return editCheck.value.problems.filter(({ path: place = [] }) => {
    if (isExact && place.length !== path.length) return false;
    return place.length >= path.length && path.every((step, index) => String(place[index]) === String(step));
  });
}

/** Gives the focus to a field, or to the nearest one around it, when the form is drawn. */
export function focusField(path: JsonPath): void {
  requestAnimationFrame(() => {
    for (let length = path.length; length > 0; length--) {
      const id = idOf(path.slice(0, length));
      const row = document.getElementById(`${id}-row`);
      const control =
        document.getElementById(id) ??
        row?.querySelector<HTMLElement>(
          'input, textarea, summary, .picker-button, .chip, .placeholder-value button',
        );
      if (!control) continue;
      control.scrollIntoView({ block: 'nearest' });
      control.focus();
      return;
    }
  });
}

/** Returns the id of the element for the value at a place. */
export function idOf(path: JsonPath): string {
  return `field-${path.join('-')}`;
}
