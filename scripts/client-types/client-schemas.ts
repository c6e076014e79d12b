import { z } from 'zod';
import { CREATE_PAIRS, type CreatePair } from '../../src/create/create-pairs.ts';
import { GENERATION_TYPES, OUTSIDE_PROVIDERS } from '../../src/create/model.ts';
import { GenerationAsset } from '../../src/create/parse-generation.ts';
import { createPairSchema } from '../../src/create/schema.ts';
import { DIALECTS } from '../../src/edit/dialect.ts';
import { Asset as EditAsset } from '../../src/edit/schema/clip.ts';
import { Edit } from '../../src/edit/schema/edit.ts';
import * as values from '../../src/edit/schema/values.ts';
import * as ingest from '../../src/ingest/schema.ts';
import { ENHANCE_PRESETS, RENDITION_FORMATS } from '../../src/ingest/values.ts';
import { AccountLimits } from '../../src/server/http/account/account-limits.ts';
import { AccountResponse } from '../../src/server/http/account/account-route.ts';
import { CreatedAsset } from '../../src/server/http/create/shown-created-asset.ts';
import {
  DryRunResponse,
  PredictedOutput,
  ShownCutSilence,
  ShownFollow,
  ShownMissingMedia,
} from '../../src/server/http/edit/answer-dry-run.ts';
import { CallbackListResponse } from '../../src/server/http/edit/callback-routes.ts';
import { ProbeResponse } from '../../src/server/http/edit/probe-route.ts';
import { ListedRender, Render, RenderEvent } from '../../src/server/http/edit/shown-render.ts';
import {
  TemplateDataResponse,
  TemplateFormResponse,
  TemplateListResponse,
} from '../../src/server/http/edit/template-routes.ts';
import { SpeechBody } from '../../src/server/http/edit/speech-body.ts';
import { VoiceListResponse } from '../../src/server/http/edit/voices-route.ts';
import { LayersResponse } from '../../src/server/http/edit/layer-routes.ts';
import { WaveformResponse } from '../../src/server/http/edit/waveform-route.ts';
import {
  GenerationQuote,
  GenerationResponse,
  ShownModel,
} from '../../src/server/http/generate/generation-bodies.ts';
import { IngestedSource, SourceTranscription } from '../../src/server/http/ingest/shown-source.ts';
import { QueuedSourceResponse } from '../../src/server/http/ingest/source-routes.ts';
import { KeptEditListResponse, KeptEditResponse } from '../../src/server/http/kept-edits/kept-edit-routes.ts';
import { SavedEditResponse } from '../../src/server/http/kept-edits/save-routes.ts';
import { VersionListResponse, VersionResponse } from '../../src/server/http/kept-edits/version-routes.ts';
import { KeyBody } from '../../src/server/http/keys/key-body.ts';
import { KeyListResponse, KeyResponse } from '../../src/server/http/keys/key-routes.ts';
import { HostedAsset } from '../../src/server/http/serve/asset-routes.ts';
import { TransferBody } from '../../src/server/http/serve/transfer-body.ts';
import { TransferResponse } from '../../src/server/http/serve/transfer-routes.ts';
import { Brand } from '../../src/server/http/brand/brand-body.ts';
import { BrandResponse } from '../../src/server/http/brand/brand-routes.ts';
import { TokenBody } from '../../src/server/http/tokens/token-body.ts';
import { TokenListResponse, TokenResponse } from '../../src/server/http/tokens/token-routes.ts';
import { KEY_SCOPES, TOKEN_SCOPES } from '../../src/store/schema.ts';

const { metadata: Media } = ProbeResponse.shape.response.shape;

/** A schema, with a comment for its type if its own description is about something else. */
type Named = z.ZodType | readonly [schema: z.ZodType, comment: string];

/** The names of the types of a request to generate media and of its options, by the id of its pair. */
const CREATE_TYPES: Readonly<Record<string, { readonly request: string; readonly options: string }>> = {
  CreateSpeech: { request: 'BuiltInRequest', options: 'BuiltInSpeech' },
  CreateImage: { request: 'BuiltInRequest', options: 'GeneratedImage' },
  CreateVideo: { request: 'BuiltInRequest', options: 'GeneratedVideo' },
  CreateText: { request: 'BuiltInRequest', options: 'GeneratedText' },
  CreateElevenLabsSpeech: { request: 'ElevenLabsRequest', options: 'Speech' },
  CreateHeyGenAvatar: { request: 'HeyGenRequest', options: 'HeyGenAvatar' },
  CreateDIdAvatar: { request: 'DIdRequest', options: 'Avatar' },
  CreateOpenAiText: { request: 'OpenAiRequest', options: 'OpenAiText' },
  CreateStabilityImage: { request: 'StabilityRequest', options: 'StabilityImage' },
};

/** The schemas of requests by the names of their types. What they refer to has the name of its id. */
export const REQUESTS: Readonly<Record<string, Named>> = {
  Edit,
  EditAsset,
  NewSource: ingest.SourceBody,
  SourceOptions: [ingest.UploadBody, 'The options of a new source.'],
  RequestedOutputs: ingest.Outputs,
  RenditionTransformation: [
    ingest.RenditionSettings,
    'The changes from a source to a rendition. An absent field leaves that property of the source unchanged.',
  ],
  EnhancedAudio: ingest.AudioEnhancement,
  NewTransfer: TransferBody,
  NewApiKey: KeyBody,
  Brand,
  NewToken: TokenBody,
  GenerationAsset,
  SpokenText: SpeechBody,
  ...nameCreateRequests(),
};

/** The schemas of responses by the names of their types. What they refer to has the name of its id. */
export const RESPONSES: Readonly<Record<string, Named>> = {
  Render,
  ListedRender,
  RenderEvent,
  CallbackList: [CallbackListResponse.shape.response, 'The callbacks of a render.'],
  CutSilenceReport: [ShownCutSilence, 'The parts of the file of a clip that are left.'],
  FollowReport: [ShownFollow, 'What the camera of a clip follows.'],
  PredictedOutput: [PredictedOutput, 'The file that a render would make for an output.'],
  DryRun: DryRunResponse.shape.response,
  MissingMedia: ShownMissingMedia,
  Waveform: WaveformResponse.shape.response,
  Layers: LayersResponse.shape.response,
  Voice: VoiceListResponse.shape.response.shape.voices.element,
  Account: [
    AccountResponse.shape.response,
    'The account of a key: its rights, and the services that are set up for it. It has no secrets.',
  ],
  AccountLimits,
  RequestLimit: [
    AccountLimits.shape.requests.unwrap().shape.edit,
    'The requests that all keys of an account may send together within a minute.',
  ],
  ApiKey: KeyListResponse.shape.response.shape.keys.element,
  KeptBrand: [BrandResponse.shape.response, 'The brand of an account, with its version.'],
  Token: TokenListResponse.shape.response.shape.tokens.element,
  CreatedToken: [TokenResponse.shape.response.omit({ message: true }), 'A new token.'],
  TemplateForm: TemplateFormResponse.shape.response,
  CreatedApiKey: [KeyResponse.shape.response.omit({ message: true }), 'A new key.'],
  ListedTemplate: TemplateListResponse.shape.response.shape.templates.element,
  Template: TemplateDataResponse.shape.response,
  ListedKeptEdit: KeptEditListResponse.shape.response.shape.edits.element,
  KeptEdit: KeptEditResponse.shape.response,
  SavedEdit: [SavedEditResponse.shape.response.omit({ message: true }), 'The version that a save has made.'],
  EditVersion: VersionListResponse.shape.response.shape.versions.element,
  EditVersionData: VersionResponse.shape.response,
  Media,
  MediaStream: [Media.shape.streams.element, 'The most common fields of a stream of a media file.'],
  MediaFormat: [Media.shape.format, 'The most common fields of the container of a media file.'],
  Asset: [HostedAsset.shape.attributes, 'A hosted file.'],
  Transfer: [TransferResponse.shape.data.shape.attributes, 'A transfer that was accepted.'],
  CreatedSource: [QueuedSourceResponse.shape.data.omit({ type: true }), 'A source that was accepted.'],
  Source: [IngestedSource.shape.attributes, 'An ingested file, and the files made from it.'],
  Transcription: SourceTranscription,
  GenerationResponse,
  GenerationQuote,
  GenerationModel: ShownModel,
  CreatedAsset: [
    z.object({ id: CreatedAsset.shape.id, ...CreatedAsset.shape.attributes.shape }),
    'A generated file.',
  ],
};

/**
 * The types of fields whose schema says less or more: an object that the client has sent, and a name that a newer
 * server may add to.
 */
export const FIELD_TYPES: Readonly<Record<string, string>> = {
  'DestinationAccess.provider': 'string',
  'Render.data': 'Edit',
  'Template.template': 'Edit | Readonly<Record<string, never>>',
  'KeptEdit.edit': 'Readonly<Record<string, unknown>>',
  'EditVersionData.edit': 'Readonly<Record<string, unknown>>',
  'Rendition.transformation': 'RenditionTransformation',
};

/** The names of lists of values, with comments. Each list stands in the types once. */
export const LISTS: Readonly<Record<string, readonly [readonly (string | number)[], string]>> = {
  AspectRatio: [values.ASPECT_RATIOS, 'An aspect ratio of an output.'],
  Codec: [values.CODECS, 'A codec of the pictures of a video.'],
  Dialect: [
    DIALECTS,
    'The rules for reading an edit. "interface" draws the last track on top, "shotstack" the first one.',
  ],
  Easing: [values.EASINGS, 'The course of a change over its time.'],
  Effect: [values.EFFECTS, 'A movement that lasts as long as a clip.'],
  EnhancePreset: [ENHANCE_PRESETS, 'A kind of recording, for the improvement of its sound.'],
  Filter: [values.FILTERS, 'A filter for the colours of a clip.'],
  Fit: [values.FITS, 'A way to fit an asset into its box.'],
  FrameRate: [values.FRAME_RATES, 'A number of frames per second.'],
  GenerationService: [OUTSIDE_PROVIDERS, 'The name of a service that generates media.'],
  GenerationType: [GENERATION_TYPES, 'A kind of media that can be generated.'],
  Interpolation: [values.INTERPOLATIONS, 'A way to get from one number of a tween to the other.'],
  TokenScope: [TOKEN_SCOPES, 'The uses that a short-lived token allows, each of one edit or one template.'],
  KeyScope: [KEY_SCOPES, 'The uses that a key allows: everything, rendering and reading, or reading alone.'],
  OutputFormat: [[...values.FORMATS, ...values.ADDED_FORMATS], 'The format of an output.'],
  Position: [values.POSITIONS, 'An edge, a corner or the centre.'],
  Quality: [values.QUALITIES, 'The quality of an output.'],
  RenditionFormat: [RENDITION_FORMATS, 'The format of a rendition: the extension of its file.'],
  Resolution: [values.RESOLUTIONS, 'A named size of an output.'],
  SoundtrackEffect: [values.SOUNDTRACK_EFFECTS, 'The fades of a soundtrack.'],
  TranscriptionFormat: [values.CAPTION_FORMATS, 'A format of subtitles.'],
  VolumeEffect: [values.VOLUME_EFFECTS, 'The fades of the sound of a clip.'],
};

/** Returns the schemas of requests to generate media, and of their options. Those to one provider are one type. */
function nameCreateRequests(): Readonly<Record<string, Named>> {
  // A server may know more names of voices and models than the documented ones.
  const toName = () => z.string();
  const pairs = CREATE_PAIRS.map((pair) => ({ ...pair, names: namesOf(pair), schema: pair.options(toName) }));
  const requests = [...Map.groupBy(pairs, ({ names }) => names.request)].map(([name, group]) => {
    const choice = z.union(group.map(({ schema }) => schema));
    // A group has a first member.
    const [pair] = group as readonly CreatePair[] as readonly [CreatePair];
    const schema = createPairSchema({ ...pair, options: () => choice }, toName);
    return {
      name,
      schema,
      comment: `A file to generate with the provider "${pair.providers.join('" or "')}".`,
    };
  });
  return {
    ...Object.fromEntries(
      pairs.map(({ names, schema, description }) => [names.options, [schema, description]]),
    ),
    ...Object.fromEntries(requests.map(({ name, schema, comment }) => [name, [schema, comment]])),
    NewCreatedAsset: [
      z.union(requests.map(({ schema }) => schema)),
      'A file to generate. "provider" determines the options.',
    ],
  };
}

function namesOf({ id }: CreatePair): { readonly request: string; readonly options: string } {
  const names = CREATE_TYPES[id];
  if (names === undefined) throw new Error(`The client has no names for ${id}.`);
  return names;
}
