import { join } from 'node:path';
import { resolvePackageFolder } from './font-files.ts';
import { BUILT_IN_FONTS } from './font-library.ts';

/** Font files of Kinora's packages, used as fonts of an edit. */
export const FONT_FILES = {
  /** The face "Montserrat ExtraBold" of the family "Montserrat". */
  extraBold: BUILT_IN_FONTS.findFace('Montserrat', 800).path,
  extraBoldItalic: BUILT_IN_FONTS.findFace('Montserrat', 800, true).path,
  light: BUILT_IN_FONTS.findFace('Montserrat', 300).path,
  /** A variable font with the weights 100 to 900, called "Noto Sans SC Thin". */
  variable: join(
    resolvePackageFolder('@fontsource-variable/noto-sans-sc'),
    'files',
    'noto-sans-sc-latin-wght-normal.woff2',
  ),
  /** A font whose only name is a dot. Its weight is 700. */
  woff: join(resolvePackageFolder('@fontsource/clear-sans'), 'files', 'clear-sans-latin-700-normal.woff'),
} as const;
