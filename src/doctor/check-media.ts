import { DOCS_FOLDER, EMBED_FOLDER, isBuilt, PROGRAM_FOLDER, STUDIO_FOLDER } from '../base/built.js';
import { SILENT } from '../base/logger.ts';
import { findMissingCjkFonts } from '../render/fonts/cjk-fonts.ts';
import { findMissingFamilies } from '../render/fonts/font-files.ts';
import { findIsolationObstacle } from '../render/child/check-isolation.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import { openVoiceModel } from '../speech/voice-model.ts';
import { reportError, reportOk, reportWarning, type Found } from './check.ts';

/** Checks that this machine can contain the processes that read untrusted files. */
export async function checkContainment({ isolation }: Pick<RenderSettings, 'isolation'>): Promise<Found> {
  const obstacle = await findIsolationObstacle(SILENT);
  if (obstacle === null)
    return reportOk('The processes that read media can access only the files and calls that they need.');
  return {
    state: isolation === 'require' ? 'error' : 'warning',
    found: `The processes that read media are not contained. ${obstacle}`,
    advice: 'Use Linux 5.13 or later with Landlock and seccomp: docs/security.md.',
  };
}

/** Checks that the built-in fonts are installed. */
export function checkFontFiles(): Found {
  const missing = [
    ...findMissingFamilies(),
    ...findMissingCjkFonts().map((font) => `Noto Sans ${font.toUpperCase()}`),
  ];
  if (missing.length === 0) return reportOk('All built-in fonts are there, and those for other scripts.');
  return reportError(
    `Files of fonts are missing: ${missing.join(', ')}. Edits with text in them fail.`,
    'Install the packages again: node scripts/install.mjs',
  );
}

/** Checks that the bundled programs, the Studio and the documents are built. */
export function checkBuild(): Found {
  const missing = [
    ...(isBuilt(PROGRAM_FOLDER) ? [] : ['The programs are not bundled, so each start takes longer.']),
    ...(isBuilt(STUDIO_FOLDER) ? [] : ['The Studio is not built, so a browser gets no page at /.']),
    ...(isBuilt(EMBED_FOLDER)
      ? []
      : ['The scripts for other pages are not built, so there are none at /embed/.']),
    ...(isBuilt(DOCS_FOLDER)
      ? []
      : ['The documents are not built, so there is no API reference at /docs and no page below it.']),
  ];
  if (missing.length === 0) return reportOk('The programs and the Studio are built.');
  return reportWarning(missing.join(' '), 'Run: node scripts/install.mjs');
}

/** Checks the voice model of the settings. @throws {KinoraError} `invalid_setting` if it is none. */
export async function checkVoice({ voiceModel }: SpeakerSettings): Promise<Found> {
  if (voiceModel === undefined) return reportOk('Kinora speaks with the included voices.');
  const { languages } = await openVoiceModel(voiceModel);
  return reportOk(`The voice model in ${voiceModel} is there (${languages.join(', ')}).`);
}
