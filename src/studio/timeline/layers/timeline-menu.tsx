import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { MenuList } from '../../shell/menu-list.tsx';

/** An item of a menu of the timeline. */
export interface MenuItem {
  readonly title: string;
  /** The key that does the same. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  readonly isDisabled?: boolean | undefined;
}

/** A menu at a place of the page. */
interface OpenMenu {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly items: readonly MenuItem[];
  readonly opener: HTMLElement | undefined;
}

const open = signal<OpenMenu | undefined>(undefined);

/** Opens a menu at the pointer, or below the element if a key was pressed. */
export function openMenu(
  event: (MouseEvent | KeyboardEvent) & { readonly currentTarget: EventTarget | null },
  label: string,
  items: readonly MenuItem[],
): void {
  event.preventDefault();
  event.stopPropagation();
  const opener = event.currentTarget instanceof HTMLElement ? event.currentTarget : undefined;
  const box = opener?.getBoundingClientRect();
  const isByPointer = 'clientX' in event && (event.clientX > 0 || event.clientY > 0);
  const [x, y] = isByPointer
    ? [event.clientX, event.clientY]
    : [(box?.left ?? 0) + 8, (box?.bottom ?? 0) - 8];
  open.value = { label, items, opener, x, y };
}

/** The open menu of the timeline. */
export function TimelineMenu(): JSX.Element | null {
  const { value: menu } = open;
  if (!menu) return null;
  const close = (isBack: boolean): void => {
    open.value = undefined;
    if (isBack) menu.opener?.focus();
  };
  return (
    <div>
      <MenuList
        key={`${menu.x} ${menu.y} ${menu.label}`}
        label={menu.label}
        class="at-pointer"
        style={{ left: `${menu.x}px`, top: `${menu.y}px` }}
        close={close}
      >
        {menu.items.map(({ title, keys, run, isDisabled = false }) => (
          <button
            key={title}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class="with-key"
            disabled={isDisabled}
            aria-keyshortcuts={keys?.replaceAll(' ', '+').replace('Ctrl', 'Control')}
            onClick={() => {
              close(true);
              run();
            }}
          >
            {title}
            {keys !== undefined && (
              <span class="soft" aria-hidden="true">
                {keys}
              </span>
            )}
          </button>
        ))}
      </MenuList>
    </div>
  );
}
