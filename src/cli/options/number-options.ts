import { InvalidArgumentError } from 'commander';

/** Parses a number of seconds of an option. */
export function parseSecondsOption(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number of seconds (0 or more), such as 3.2.');
  return Number(text);
}

/** Parses a place in a list, from 0, of an option. */
export function parseIndexOption(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
