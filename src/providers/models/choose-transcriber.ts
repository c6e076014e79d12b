import type { Logger } from '../../base/logger.ts';
import type { TranscriberSettings } from '../settings.ts';
import type { WhisperModel } from '../whisper-model.ts';
import { type InstalledModel, listInstalledModels } from './installed-models.ts';

/** A transcriber whose model is known to exist, unless it is a file or a URL that the operator chose. */
export type ChosenTranscriber =
  | Extract<TranscriberSettings, { kind: 'service' }>
  | { readonly kind: 'whisper'; readonly model: WhisperModel };

/**
 * Chooses the transcriber: that of the settings or, without one, the installed model that was chosen last.
 *
 * @param folder the folder of installed models.
 * @returns undefined if there is no transcriber, also if the model that the settings name is not installed.
 */
export function chooseTranscriber(
  settings: TranscriberSettings | undefined,
  folder: string,
  log: Logger,
): ChosenTranscriber | undefined {
  if (settings?.kind === 'service') return settings;
  if (settings === undefined) {
    const [latest] = listInstalledModels(folder);
    return latest && toWhisper(latest);
  }
  const { model } = settings;
  if (model.kind !== 'named') return { kind: 'whisper', model };
  const { name } = model.model;
  const installed = listInstalledModels(folder).find((each) => each.model.name === name);
  if (installed) return toWhisper(installed);
  log.warn(
    { model: name },
    `KINORA_WHISPER_MODEL is ${name}, which is not installed, so nothing can be transcribed. Run "kinora models get ${name}" and restart Kinora.`,
  );
  return undefined;
}

function toWhisper({ model, path }: InstalledModel): ChosenTranscriber {
  return { kind: 'whisper', model: { kind: 'file', path, checksum: model.sha1 } };
}
