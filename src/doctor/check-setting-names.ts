import { distance } from 'fastest-levenshtein';
import { findNearest } from '../edit/problems/find-nearest.ts';
import { reportWarning, type Found } from './check.ts';

const PREFIX = 'KINORA_';
/** The names of tests and deployments are further away than this number of letters. */
const MAX_TYPOS = 2;

/**
 * Warns of names in the environment that are probably misspelt settings. Says nothing about names that are like no
 * setting: they may be for other programs, such as tests.
 *
 * @param unknownNames the names with the prefix of settings that are none.
 * @param known the names of all settings.
 */
export function checkSettingNames(unknownNames: readonly string[], known: readonly string[]): Found[] {
  const strip = (name: string): string => name.slice(PREFIX.length);
  const choices = known.filter((name) => name.startsWith(PREFIX)).map(strip);
  return unknownNames.flatMap((name) => {
    const nearest = findNearest(strip(name), choices);
    if (nearest === undefined || distance(strip(name), nearest) > MAX_TYPOS) return [];
    return [
      reportWarning(
        `${name} is no setting, so it has no effect.`,
        `Did you mean ${PREFIX}${nearest}? docs/settings.md lists all settings.`,
      ),
    ];
  });
}
