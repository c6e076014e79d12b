import { join } from 'node:path';
import { packageFolder } from './font-files.ts';
import { BUILT_IN } from './fonts.ts';

/** Font files of our packages, as a client might bring them. */
export const FILES = {
  /** Names itself "Montserrat ExtraBold" of the family "Montserrat". */
  extraBold: BUILT_IN.face('Montserrat', 800).path,
  extraBoldItalic: BUILT_IN.face('Montserrat', 800, true).path,
  light: BUILT_IN.face('Montserrat', 300).path,
  /** One file for the weights 100 to 900; names itself "Noto Sans SC Thin". */
  variable: join(
    packageFolder('@fontsource-variable/noto-sans-sc'),
    'files',
    'noto-sans-sc-latin-wght-normal.woff2',
  ),
  /** Has a dot for a name, and the weight 700. */
  woff: join(packageFolder('@fontsource/clear-sans'), 'files', 'clear-sans-latin-700-normal.woff'),
} as const;
