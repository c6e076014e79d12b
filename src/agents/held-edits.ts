import type { GivenEdit } from './compute/computations.ts';

/** Maximum number of edits to remember, and of the characters of their JSON. The oldest ones are dropped. */
interface Room {
  readonly edits: number;
  readonly characters: number;
}

/** The room of one owner, so that a busy one does not drop the edits of others. */
const OWN_ROOM: Room = { edits: 100, characters: 16_000_000 };
const WHOLE_ROOM: Room = { edits: 500, characters: 64_000_000 };

interface HeldEdit {
  readonly owner: string;
  readonly text: string;
}

/**
 * Remembers the edits of agents, so that an agent writes an edit once and then names it by its id.
 */
export class HeldEdits {
  /** The oldest comes first. */
  private readonly edits = new Map<string, HeldEdit>();

  /**
   * Remembers an edit.
   *
   * @param owner the owner of the edit. Others cannot use its id.
   */
  hold(owner: string, { id, text }: Pick<GivenEdit, 'id' | 'text'>): void {
    this.edits.delete(keyOf(owner, id));
    this.edits.set(keyOf(owner, id), { owner, text });
    this.dropOldest(OWN_ROOM, (edit) => edit.owner === owner);
    this.dropOldest(WHOLE_ROOM, () => true);
  }

  /** Returns the JSON of an edit. Undefined if there is none of this owner any more. */
  find(owner: string, id: string): string | undefined {
    return this.edits.get(keyOf(owner, id))?.text;
  }

  /** Drops the oldest of the edits that count, until they fit into their room. */
  private dropOldest(room: Room, counts: (edit: HeldEdit) => boolean): void {
    const counted = [...this.edits].filter(([, edit]) => counts(edit));
    let left = counted.length;
    let characters = counted.reduce((sum, [, { text }]) => sum + text.length, 0);
    for (const [key, { text }] of counted) {
      if (left <= room.edits && characters <= room.characters) return;
      this.edits.delete(key);
      left -= 1;
      characters -= text.length;
    }
  }
}

function keyOf(owner: string, id: string): string {
  return `${owner} ${id}`;
}
