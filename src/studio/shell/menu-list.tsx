import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The properties of an open menu. */
interface MenuListProps {
  readonly label: string;
  /** Closes the menu. @param isBack true if the focus goes back to where it was. */
  readonly close: (isBack: boolean) => void;
  readonly class?: string | undefined;
  readonly style?: Readonly<Record<string, string>> | undefined;
  /** Elements of which some have a role such as `menuitem`. */
  readonly children: ComponentChildren;
}

/** An open menu. Arrow keys move within it. Escape, Tab and a press beside its parent close it. */
export function MenuList({ label, close, children, ...look }: MenuListProps): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  // Before the next key arrives: an arrow key must not move the focus to an item that then gets it anyway.
  useLayoutEffect(() => {
    const items = itemsOf(menu.current);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
    keepInPage(menu.current);
    const closeOutside = ({ target }: PointerEvent): void => {
      if (!menu.current?.parentElement?.contains(target as Node)) close(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      class={`menu ${look.class ?? ''}`}
      style={look.style}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') close(false);
        else if (event.key === 'Escape') close(true);
        else if (!moveFocus(menu.current, event.key)) return;
        if (event.key !== 'Tab') event.preventDefault();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** True for the keys that open the menu of an element. */
export function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (shiftKey && key === 'F10');
}

/** Moves a menu that would be cut off at the right or at the bottom of the page. */
function keepInPage(menu: HTMLElement | null): void {
  if (!menu || getComputedStyle(menu).position !== 'fixed') return;
  const { right, bottom, left, top } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, left - Math.max(0, right - innerWidth + 4))}px`;
  menu.style.top = `${Math.max(4, top - Math.max(0, bottom - innerHeight + 4))}px`;
}

/** Moves the focus to another item: the one before or after, or the nearest one in the row above or below. */
function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = itemsOf(menu);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const onwards = menu && getComputedStyle(menu).direction === 'rtl' ? -1 : 1;
  const next = {
    ArrowRight: current + onwards,
    ArrowLeft: current - onwards,
    ArrowDown: findBeside(items, current, 1),
    ArrowUp: findBeside(items, current, -1),
    Home: 0,
    End: last,
  }[key];
  if (next === undefined) return false;
  items[(next + items.length) % items.length]?.focus();
  return true;
}

/** Returns the index of the item in the next row that is nearest. @param direction 1 for down, -1 for up. */
function findBeside(items: readonly HTMLElement[], current: number, direction: number): number {
  const { offsetTop: row = 0, offsetLeft: column = 0 } = items[current] ?? {};
  const rows = items.map(({ offsetTop }) => direction * (offsetTop - row)).filter((distance) => distance > 0);
  const wanted = row + direction * Math.min(...rows);
  const distances = items.map(({ offsetTop, offsetLeft }) =>
    offsetTop === wanted ? Math.abs(offsetLeft - column) : Infinity,
  );
  const nearest = Math.min(...distances);
  return Number.isFinite(nearest) ? distances.indexOf(nearest) : direction > 0 ? 0 : items.length - 1;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}
