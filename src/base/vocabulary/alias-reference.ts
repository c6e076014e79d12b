const PREFIX = 'alias://';

/** Returns the name of the clip that a value refers to, as in `alias://talk`. Undefined for any other value. */
export function parseAlias(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
}

/** Writes a reference to a clip. */
export function writeAlias(name: string): string {
  return PREFIX + name;
}
