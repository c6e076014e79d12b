import { openVoiceModel } from '../speech/voice-model.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import type { Found } from './check.ts';

/** Checks the voice model of the settings. @throws {KinoraError} `invalid_setting` if it is none. */
export async function checkVoice({ voiceModel }: SpeakerSettings): Promise<Found> {
  if (voiceModel === undefined) return { state: 'ok', found: 'Kinora speaks with the included voices.' };
  const { languages } = await openVoiceModel(voiceModel);
  return { state: 'ok', found: `The voice model in ${voiceModel} is there (${languages.join(', ')}).` };
}
