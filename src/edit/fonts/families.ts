import { normalizeFontName, parseFontName } from './font-name.ts';

/** The names of the built-in families, in alphabetical order (contract 2.20). */
export const FAMILY_NAMES = [
  'Arapey',
  'Clear Sans',
  'Didact Gothic',
  'Montserrat',
  'MovLette',
  'NotoEmoji',
  'Open Sans',
  'Permanent Marker',
  'Roboto',
  'Sue Ellen Francisco',
  'Uni Neue',
  'Work Sans',
] as const;

/** The name of a built-in family. */
export type FamilyName = (typeof FAMILY_NAMES)[number];

const BY_STEM: ReadonlyMap<string, FamilyName> = new Map(
  FAMILY_NAMES.map((family) => [normalizeFontName(family), family]),
);

/**
 * Finds the built-in family that a font name means. Spaces, hyphens and case do not matter, and neither do
 * words for weight and slope at the end ("Montserrat ExtraBold Italic").
 */
export function findBuiltInFamily(name: string): FamilyName | undefined {
  return BY_STEM.get(parseFontName(name).stem);
}
