/** An action with keys. */
interface KeyedAction {
  readonly keys: string;
  readonly does: string;
}

/** An action with all its combinations of keys. */
export interface GroupedShortcut {
  readonly does: string;
  readonly keys: readonly string[];
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Escape: 'Esc',
};

/** Puts the combinations that do the same together, in the order of the first. */
export function groupShortcuts(shortcuts: readonly KeyedAction[]): GroupedShortcut[] {
  const groups = Map.groupBy(shortcuts, ({ does }) => does);
  return [...groups].map(([does, same]) => ({ does, keys: same.map(({ keys }) => keys) }));
}

/**
 * Returns the keys of a combination such as `mod+Shift+z` as they stand on the keyboard.
 *
 * @param isMac true if `mod` is Command.
 */
export function nameKeys(combination: string, isMac: boolean): string[] {
  // The last sign may be the key + itself.
  return combination.split(/\+(?!$)/).map((key) => {
    if (key === 'mod') return isMac ? '⌘' : 'Ctrl';
    return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  });
}
