import { stat } from 'node:fs/promises';
import { DOCS_FOLDER, isBuilt, PROGRAM_FOLDER, STUDIO_FOLDER } from '../base/built.js';
import { SILENT } from '../base/logger.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { listSystemFonts } from '../render/browse/page-fonts.ts';
import { findSandboxObstacle } from '../render/browse/sandbox.ts';
import { findIsolationObstacle } from '../render/isolate/check-isolation.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { Found } from './check.ts';

/** Checks that this machine can contain the processes that read files of strangers. */
export async function checkContainment({ isolation }: Pick<RenderSettings, 'isolation'>): Promise<Found> {
  const obstacle = await findIsolationObstacle(SILENT);
  if (obstacle === null)
    return {
      state: 'ok',
      found: 'The processes that read media can open and call nothing but what they need.',
    };
  return {
    state: isolation === 'require' ? 'error' : 'warning',
    found: `The processes that read media are not contained. ${obstacle}`,
    advice: 'Use Linux 5.13 or later with Landlock and seccomp: docs/security.md.',
  };
}

/** Checks that pages of HTML can be drawn. */
export async function checkBrowser({ chromium }: Pick<RenderSettings, 'chromium'>): Promise<Found> {
  if (chromium !== undefined && !(await ignoreMissing(stat(chromium))))
    return {
      state: 'error',
      found: `KINORA_CHROMIUM is ${chromium}, which is not there.`,
      advice: 'Install Chromium, or remove the setting to use the one that comes along.',
    };
  const obstacle = await findSandboxObstacle(chromium);
  if (!obstacle) return { state: 'ok', found: 'Pages of HTML can be drawn, in both sandboxes.' };
  return {
    state: 'warning',
    found: `Pages of HTML cannot be drawn: ${obstacle.reason}.`,
    advice: 'Edits with a page fail until then: docs/deploy.md#a-container.',
  };
}

/** Checks that the built-in fonts are installed. */
export async function checkFontFiles(): Promise<Found> {
  const files = listSystemFonts();
  const found = await Promise.all(files.map((file) => ignoreMissing(stat(file))));
  const missing = found.filter((stats) => !stats).length;
  if (missing === 0)
    return { state: 'ok', found: `All ${files.length} files of the fallback fonts are there.` };
  return {
    state: 'error',
    found: `${missing} of ${files.length} files of the fallback fonts are missing.`,
    advice: 'Install the packages again: node scripts/install.mjs',
  };
}

/** Checks that the installation has built what makes it fast, the Studio and the documents. */
export function checkBuild(): Found {
  const missing = [
    ...(isBuilt(PROGRAM_FOLDER) ? [] : ['The programs are not bundled, so each start takes longer.']),
    ...(isBuilt(STUDIO_FOLDER) ? [] : ['The Studio is not built, so a browser gets no page at /.']),
    ...(isBuilt(DOCS_FOLDER) ? [] : ['The documents are not built, so there are no pages below /docs/.']),
  ];
  if (missing.length === 0) return { state: 'ok', found: 'The programs and the Studio are built.' };
  return { state: 'warning', found: missing.join(' '), advice: 'Run: node scripts/install.mjs' };
}
