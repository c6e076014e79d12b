import type { Logger } from '../base/logger.ts';
import type { Home } from '../home/home.ts';
import { createOpenAiTranscriber } from '../providers/openai-transcriber.ts';
import type { OutboundSettings } from '../outbound/settings.ts';
import type { ProviderSettings, TranscriberSettings } from '../providers/settings.ts';
import { createWhisperTranscriber } from '../providers/whisper-transcriber.ts';
import { openBrowser } from '../render/browse/browser.ts';
import { openSources, type SourcesConfig } from '../render/fetch/index.ts';
import type { RendererConfig } from '../render/renderer.ts';
import { openTranscriptCache } from '../render/transcribe/transcript-cache.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { Transcriber } from '../render/transcribe/transcript.ts';

/** The settings of a renderer. */
export type RendererSettings = OutboundSettings & ProviderSettings & RenderSettings;

/** The parts of a renderer that depend on settings and the home folder. */
export type RendererParts = Pick<RendererConfig, 'dialect' | 'sources' | 'browser' | 'transcripts' | 'log'>;

/** Opens the parts of a renderer. Dispose of them after the renderer is closed. */
export function openRendererParts(
  settings: RendererSettings,
  home: Pick<Home, 'browser' | 'cache' | 'models' | 'transcripts'>,
  access: Pick<SourcesConfig, 'hostedFiles' | 'localFiles'>,
  log: Logger,
): RendererParts & AsyncDisposable {
  const { allowHosts, dialect, transcriber } = settings;
  const transcripts =
    transcriber && openTranscriptCache(home.transcripts, createTranscriber(transcriber, home.models, log));
  const sources = openSources({ folder: home.cache, allowHosts, ...access, log });
  const browser = openBrowser({ folder: home.browser, log });
  return {
    dialect,
    sources,
    browser,
    transcripts,
    log,
    async [Symbol.asyncDispose]() {
      await transcripts?.close();
      await browser.close();
      await sources.close();
    },
  };
}

function createTranscriber(settings: TranscriberSettings, models: string, log: Logger): Transcriber {
  if (settings.kind === 'whisper')
    return createWhisperTranscriber({ model: settings.model, folder: models, log });
  const { url, key, model } = settings;
  return createOpenAiTranscriber({ url, key, model, log });
}
