const PREFIX = 'alias://';

/** The alias that a value refers to (`alias://NAME`), when it refers to one. */
export function aliasIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
}
