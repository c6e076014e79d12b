import { createHash } from 'node:crypto';

/** Maximum number of edits to remember, and of the characters of their JSON. The oldest ones are dropped. */
const MAX_EDITS = 500;
const MAX_CHARACTERS = 64_000_000;

/** The form of an id of a remembered edit. */
export const EDIT_ID = /^e-[0-9a-f]{12}$/;

/**
 * Remembers the edits of agents, so that an agent writes an edit once and then names it by its id. The id of an edit
 * follows from its content.
 */
export class HeldEdits {
  private readonly texts = new Map<string, string>();
  private characters = 0;

  /**
   * Remembers an edit.
   *
   * @param owner whose edit it is. Others cannot use its id.
   * @param text the JSON of the edit.
   * @returns its id.
   */
  hold(owner: string, text: string): string {
    const id = `e-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    this.drop(keyOf(owner, id));
    this.texts.set(keyOf(owner, id), text);
    this.characters += text.length;
    for (const [oldest] of this.texts) {
      if (this.texts.size <= MAX_EDITS && this.characters <= MAX_CHARACTERS) break;
      this.drop(oldest);
    }
    return id;
  }

  /** Returns the JSON of an edit. Undefined if there is none of this owner any more. */
  find(owner: string, id: string): string | undefined {
    return this.texts.get(keyOf(owner, id));
  }

  private drop(key: string): void {
    this.characters -= this.texts.get(key)?.length ?? 0;
    this.texts.delete(key);
  }
}

function keyOf(owner: string, id: string): string {
  return `${owner} ${id}`;
}
