import { v7 } from 'uuid';

/**
 * Returns a new id, in lower case. It sorts after those made before, because it begins with the time as a UUID of
 * version 7 does, and it names the version 4, because public clients check for that (contract C59).
 */
export function newId(): string {
  const id = v7();
  return `${id.slice(0, 14)}4${id.slice(15)}`;
}
