import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import '../style/speech.css';
import type { JSX } from 'preact';
import type { SpokenText } from '../../client/index.ts';
import {
  findByAlias,
  followClip,
  hasSpeech,
  isDucked,
  showsCaptions,
  listSpeechClips,
  toggleDuck,
} from '../document/captions.ts';
import { type ClipSpan, findClip, keyOf, nameClip } from '../document/clip-spans.ts';
import type { DraftAsset, DraftClip } from '../document/edit-text.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import { apply, draft, playhead, spans } from '../edit/edit-state.ts';
import { account } from '../shell/session.ts';
import { captionClip } from './caption-clip.ts';
import { describeTranscriber } from './remark-on-missing.ts';
import { ListenButton } from './listen-button.tsx';

interface SpeechToolsProps {
  readonly clip: DraftClip;
  readonly span: ClipSpan;
}

/** The tools of a clip with words: hear them, show them as captions, or choose whose words captions show. */
export function SpeechTools({ clip, span }: SpeechToolsProps): JSX.Element | null {
  const { asset } = clip;
  if (showsCaptions(asset)) return <CaptionSource clip={clip} span={span} />;
  if (!hasSpeech(asset)) return null;
  const speech = readSpeech(asset);
  return (
    <div class="speech-tools">
      <div class="actions">
        {speech && (
          <ListenButton name={`words ${keyOf(span)}`} label="Listen" text="Listen" speech={speech} />
        )}
        <CaptionButton asset={asset} span={span} />
        {asset?.type === 'audio' && (
          <button
            type="button"
            class="button chip"
            aria-pressed={isDucked(draft.value, asset)}
            title="Make it quieter while speech is heard"
            onClick={() => apply(toggleDuck(draft.peek(), spans.peek(), span))}
          >
            Quieter under speech
          </button>
        )}
      </div>
      {!canCaption(asset) && <NoTranscriber />}
    </div>
  );
}

/** The button for captions. Keys reach it also where there is no transcriber, so that the reason is read. */
function CaptionButton({
  asset,
  span,
}: {
  readonly asset: DraftAsset | undefined;
  readonly span: ClipSpan;
}): JSX.Element {
  const isAble = canCaption(asset);
  return (
    <button
      type="button"
      class="button"
      aria-disabled={!isAble}
      aria-describedby={isAble ? undefined : REASON_ID}
      onClick={() => {
        if (isAble) captionClip(span);
      }}
    >
      {CAPTION_TITLES[asset?.type ?? ''] ?? 'Captions'}
    </button>
  );
}

/** The id of the sentence that says why there can be no captions. */
const REASON_ID = 'no-transcriber';

const CAPTION_TITLES: Readonly<Record<string, string>> = {
  'text-to-speech': 'Captions of this speech',
  video: 'Captions of this film',
  audio: 'Captions of this sound',
};

/** Chooses the clip whose words captions show. */
function CaptionSource({ clip, span }: SpeechToolsProps): JSX.Element | null {
  const edit = draft.value;
  const followed = findByAlias(edit, parseAlias(clip.asset?.['src']));
  const clips = listSpeechClips(edit, spans.value, [], playhead.value);
  const current = clips.find((each) => findClip(edit, each) === followed);
  return (
    <div class="speech-tools">
      {clips.length > 0 && (
        <label class="field">
          <span>Words of</span>
          <select
            class="input"
            value={current ? keyOf(current) : ''}
            onChange={({ currentTarget }) => {
              const chosen = clips.find((each) => keyOf(each) === currentTarget.value);
              if (chosen) apply(followClip(draft.peek(), span, chosen));
            }}
          >
            {!current && <option value="">A subtitle file, at "Source" below</option>}
            {clips.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {nameClip(fillPlaceholders(findClip(edit, each) ?? {}, edit))}
              </option>
            ))}
          </select>
        </label>
      )}
      {clips.length === 0 && clip.asset?.['src'] === '' && (
        <p class="soft">Add a speech or a film, to show its words. Or choose a subtitle file at "Source".</p>
      )}
      {followed && !canCaption(followed.asset) && <NoTranscriber />}
    </div>
  );
}

/** True if the words of an asset can be known: those of generated speech always, others by a transcriber. */
function canCaption(asset: DraftAsset | undefined): boolean {
  return asset?.type === 'text-to-speech' || account.value?.transcription !== false;
}

function NoTranscriber(): JSX.Element {
  const { text, command } = describeTranscriber();
  return (
    <p id={REASON_ID} class="message">
      {text} <code>{command}</code>
    </p>
  );
}

function readSpeech(asset: DraftAsset | undefined): SpokenText | undefined {
  const { type, text, voice, language, newscaster } = asset ?? {};
  if (type !== 'text-to-speech' || typeof text !== 'string' || text.trim() === '') return undefined;
  if (typeof voice !== 'string') return undefined;
  return {
    text,
    voice,
    ...(typeof language === 'string' && { language }),
    ...(newscaster === true && { newscaster }),
  };
}
