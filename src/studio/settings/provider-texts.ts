import type { Account, GenerationAccess, GenerationService } from '../../client/index.ts';

/** A service or a feature: whether it can be used, and what to do if it cannot. */
export interface ServiceState {
  readonly title: string;
  readonly isReady: boolean;
  /** The provider, or the missing part. Empty if the command says it all. */
  readonly text: string;
  /** A command that sets it up. Undefined if nothing needs to be done. */
  readonly command?: string | undefined;
}

const TYPES: Readonly<Record<GenerationAccess['type'], string>> = {
  'text-to-speech': 'Speech',
  'text-to-image': 'Pictures from words',
  'image-to-video': 'Video from a picture',
  'text-to-avatar': 'Speaking people',
  'text-generator': 'Texts',
  'text-to-video': 'Films from words',
  'text-to-music': 'Music',
};

const SERVICES: Readonly<Record<GenerationService, { readonly title: string; readonly setting: string }>> = {
  openai: { title: 'OpenAI', setting: 'KINORA_OPENAI_KEY' },
  'stability-ai': { title: 'Stability AI', setting: 'KINORA_STABILITY_KEY' },
  elevenlabs: { title: 'ElevenLabs', setting: 'KINORA_ELEVENLABS_KEY' },
  heygen: { title: 'HeyGen', setting: 'KINORA_HEYGEN_KEY' },
  'd-id': { title: 'D-ID', setting: 'KINORA_DID_KEY' },
  fal: { title: 'fal', setting: 'KINORA_FAL_KEY' },
  replicate: { title: 'Replicate', setting: 'KINORA_REPLICATE_KEY' },
};

const DESTINATIONS: Readonly<Record<string, string>> = {
  s3: 'Amazon S3 and compatible storage',
  mux: 'Mux',
  'google-cloud-storage': 'Google Cloud Storage',
  'google-drive': 'Google Drive',
  vimeo: 'Vimeo',
  tiktok: 'TikTok',
  'akamai-netstorage': 'Akamai NetStorage',
  'azure-blob-storage': 'Azure Blob Storage',
};

/** Returns the name of a type of media that can be generated. */
export function titleOfType(type: GenerationAccess['type']): string {
  return TYPES[type];
}

/** Returns the name of a service as people know it. */
export function titleOfService(name: GenerationService): string {
  return SERVICES[name].title;
}

/** Describes the maker of a type of media, or the missing setting. */
export function describeGenerationAccess({ type, maker, services }: GenerationAccess): ServiceState {
  const title = TYPES[type];
  const ready = services.filter((service) => service.ready).map(({ name }) => SERVICES[name].title);
  const first = maker === 'kinora' ? 'Kinora itself' : maker && SERVICES[maker].title;
  const makers = [...new Set([...(first === null ? [] : [first]), ...ready])];
  if (makers.length > 0) return { title, isReady: true, text: `Made by ${join(makers, 'or')}.` };
  const [chosen] = services;
  const settings = services.map(({ name }) => SERVICES[name].setting);
  const text = `Needs a key of ${join(
    services.map(({ name }) => SERVICES[name].title),
    'or',
  )}. Set ${join(settings, 'or')} for the whole server, or store a key for this account:`;
  const command = chosen && `npx kinora providers set ${chosen.name} --file key.json`;
  return { title, isReady: false, text, command };
}

/** Says whether the server can make captions from speech. */
export function describeTranscription(canTranscribe: boolean): ServiceState {
  const title = 'Captions from speech';
  if (canTranscribe) return { title, isReady: true, text: 'The server writes down what is said.' };
  return {
    title,
    isReady: false,
    text: 'Needs a Whisper model, or a service in KINORA_TRANSCRIBE_URL. Install a model, then start the server again:',
    command: 'npx kinora models get base',
  };
}

/** Says whether edits can send their files to a destination. */
export function describeDestination({ provider, ready }: Account['destinations'][number]): ServiceState {
  const title = DESTINATIONS[provider] ?? provider;
  if (ready) return { title, isReady: true, text: `Edits name it "${provider}".` };
  return {
    title,
    isReady: false,
    text: '',
    command: `npx kinora destinations set ${provider} --file key.json`,
  };
}

function join(names: readonly string[], word: string): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;
}
