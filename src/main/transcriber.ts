import type { Logger } from '../base/log.ts';
import { openAiTranscriber } from '../providers/openai-transcriber.ts';
import { whisperTranscriber } from '../providers/whisper-transcriber.ts';
import type { Transcriber } from '../render/transcribe/transcript.ts';
import { openTranscripts, type Transcripts } from '../render/transcribe/transcripts.ts';
import type { Home } from './home.ts';
import type { TranscriberSetting } from './settings.ts';

/** What makes words of sounds, as the settings have it; undefined where they have nothing. */
export function openTranscriber(
  setting: TranscriberSetting | undefined,
  home: Pick<Home, 'transcripts' | 'models'>,
  log: Logger,
): Transcripts | undefined {
  return setting && openTranscripts(home.transcripts, transcriberOf(setting, home, log));
}

function transcriberOf(
  setting: TranscriberSetting,
  { models }: Pick<Home, 'models'>,
  log: Logger,
): Transcriber {
  if (setting.kind === 'whisper') return whisperTranscriber({ model: setting.model, folder: models, log });
  const { url, key, model } = setting;
  return openAiTranscriber({ url, key, model, log });
}
