/** A text with all its earlier and later states. */
export interface History {
  readonly past: readonly string[];
  readonly present: string;
  readonly future: readonly string[];
  /** The name of the work that the last change was part of. Changes with the same name are undone together. */
  readonly group: string | undefined;
}

/** Begins a history. */
export function beginHistory(present: string): History {
  return { past: [], present, future: [], group: undefined };
}

/**
 * Adds a state.
 *
 * @param group what the change is part of, such as the typing into one field. It is undone together with the
 *   changes before it that have the same group.
 */
export function record(history: History, present: string, group?: string): History {
  if (present === history.present) return history;
  const isContinued = group !== undefined && group === history.group;
  const past = isContinued ? history.past : [...history.past, history.present];
  return { past, present, future: [], group };
}

/** Goes one state back. */
export function undo({ past, present, future }: History): History {
  const earlier = past.at(-1);
  if (earlier === undefined) return { past, present, future, group: undefined };
  return { past: past.slice(0, -1), present: earlier, future: [present, ...future], group: undefined };
}

/** Goes one state forward. */
export function redo({ past, present, future }: History): History {
  const [later, ...rest] = future;
  if (later === undefined) return { past, present, future, group: undefined };
  return { past: [...past, present], present: later, future: rest, group: undefined };
}
