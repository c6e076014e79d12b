import { KinoraError } from '../../base/errors.ts';
import type { OutsideProvider } from '../../create/model.ts';

/** A voice or an avatar that a service lists. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the id of the listed item that a name stands for: the item with exactly this id or name, else the
 * first one whose name or id continues the name after a space or a sign, as `Angela in T-shirt` does. Capital
 * letters do not matter.
 *
 * @param kind noun for the message, such as `avatar`.
 * @throws {KinoraError} `provider_refused` if there is no such item.
 */
export function findNamed(
  items: readonly NamedItem[],
  wanted: string,
  service: OutsideProvider,
  kind: string,
): string {
  const name = fold(wanted);
  const item =
    items.find(({ id }) => id === wanted) ??
    items.find((each) => name !== '' && fold(each.name) === name) ??
    items.find((each) => continues(each.name, name)) ??
    items.find((each) => continues(each.id, name));
  if (item) return item.id;
  throw new KinoraError(
    'provider_refused',
    `The account at the service ${service} has no ${kind} "${wanted.slice(0, 100)}". ` +
      `Choose another ${kind}, or give the id of one of the account's own.`,
  );
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** True if a text begins with a folded name, and the name ends there. */
function continues(text: string, name: string): boolean {
  const folded = fold(text);
  return name !== '' && folded.startsWith(name) && /^[^\p{L}\p{N}]/u.test(folded.slice(name.length));
}
