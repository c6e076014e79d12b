import type { Logger } from '../base/logger.ts';
import type { Home } from '../home/home.ts';
import { createOpenAiTranscriber } from '../providers/openai-transcriber.ts';
import type { OutboundSettings } from '../outbound/settings.ts';
import { chooseTranscriber, type ChosenTranscriber } from '../providers/models/choose-transcriber.ts';
import type { ProviderSettings } from '../providers/settings.ts';
import { createWhisperTranscriber } from '../providers/whisper-transcriber.ts';
import { openBrowser } from '../render/browse/browser.ts';
import { openSources, type SourcesConfig } from '../render/fetch/index.ts';
import type { RendererConfig } from '../render/renderer.ts';
import { openTranscriptCache } from '../render/transcribe/transcript-cache.ts';
import { setIsolationPolicy } from '../render/child/isolation-policy.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import { openSpeaker } from '../speech/open-speaker.ts';
import type { Speaker } from '../speech/speaker.ts';
import type { Transcriber } from '../render/transcribe/transcript.ts';

/** The settings of a renderer. */
export type RendererSettings = OutboundSettings & ProviderSettings & RenderSettings & SpeakerSettings;

/** The sources that edits may name. */
export type SourceAccess = Pick<
  SourcesConfig,
  'hostedFiles' | 'localFiles' | 'enclosedIn' | 'keepsCacheClear'
>;

/** The parts of a renderer that depend on settings and the home folder. */
export type RendererParts = Pick<RendererConfig, 'sources' | 'browser' | 'transcripts' | 'log'> & {
  /** Speaks texts on this machine. */
  readonly speaker: Speaker;
};

/**
 * Opens the parts of a renderer. Dispose of them after the renderer is closed.
 *
 * @throws {KinoraError} `invalid_setting` if the voice model cannot be used.
 */
export async function openRendererParts(
  settings: RendererSettings,
  home: Pick<Home, 'browser' | 'cache' | 'models' | 'transcripts'>,
  access: SourceAccess,
  log: Logger,
): Promise<RendererParts & AsyncDisposable> {
  const { allowHosts, cache, chromium, pageLibraries } = settings;
  setIsolationPolicy(settings.isolation);
  const transcriber = chooseTranscriber(settings.transcriber, home.models, log);
  const speaker = await openSpeaker({ voiceModel: settings.voiceModel });
  const transcripts =
    transcriber && openTranscriptCache(home.transcripts, createTranscriber(transcriber, home.models, log));
  const sources = openSources({ folder: home.cache, allowHosts, cache, ...access, log });
  const browser = openBrowser({
    folder: home.browser,
    installed: chromium,
    libraries: pageLibraries,
    log,
  });
  return {
    sources,
    browser,
    transcripts,
    speaker,
    log,
    async [Symbol.asyncDispose]() {
      await speaker.close();
      await transcripts?.close();
      await browser.close();
      await sources.close();
    },
  };
}

function createTranscriber(settings: ChosenTranscriber, models: string, log: Logger): Transcriber {
  if (settings.kind === 'whisper')
    return createWhisperTranscriber({ model: settings.model, folder: models, log });
  const { url, key, model } = settings;
  return createOpenAiTranscriber({ url, key, model, log });
}
