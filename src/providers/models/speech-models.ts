/** A speech recognition model of the whisper.cpp project. */
export interface SpeechModel {
  /** The name, such as `base`, as the project names it. */
  readonly name: string;
  /** The size, such as `142 MiB`, as the project states it. */
  readonly size: string;
  /** SHA-1 in lower-case hexadecimal digits: the checksum that the project publishes. */
  readonly sha1: string;
}

/** The licence of all these models, as the project states it. */
export const SPEECH_MODEL_LICENCE = 'MIT';

/** The address that the project publishes its models at. */
export const SPEECH_MODEL_ADDRESS = 'https://huggingface.co/ggerganov/whisper.cpp/resolve/main';

/**
 * The models that can be installed: those in the list of whisper.cpp (`models/README.md`), with its sizes and
 * checksums. `small.en-tdrz` is left out, because it writes marks of speakers between the words.
 */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  { name: 'tiny', size: '75 MiB', sha1: 'bd577a113a864445d4c299885e0cb97d4ba92b5f' },
  { name: 'tiny.en', size: '75 MiB', sha1: 'c78c86eb1a8faa21b369bcd33207cc90d64ae9df' },
  { name: 'base', size: '142 MiB', sha1: '465707469ff3a37a2b9b8d8f89f2f99de7299dac' },
  { name: 'base.en', size: '142 MiB', sha1: '137c40403d78fd54d454da0f9bd998f78703390c' },
  { name: 'small', size: '466 MiB', sha1: '55356645c2b361a969dfd0ef2c5a50d530afd8d5' },
  { name: 'small.en', size: '466 MiB', sha1: 'db8a495a91d927739e50b3fc1cc4c6b8f6c2d022' },
  { name: 'medium', size: '1.5 GiB', sha1: 'fd9727b6e1217c2f614f9b698455c4ffd82463b4' },
  { name: 'medium.en', size: '1.5 GiB', sha1: '8c30f0e44ce9560643ebd10bbe50cd20eafd3723' },
  { name: 'large-v1', size: '2.9 GiB', sha1: 'b1caaf735c4cc1429223d5a74f0f4d0b9b59a299' },
  { name: 'large-v2', size: '2.9 GiB', sha1: '0f4c8e34f21cf1a914c59d8b3ce882345ad349d6' },
  { name: 'large-v2-q5_0', size: '1.1 GiB', sha1: '00e39f2196344e901b3a2bd5814807a769bd1630' },
  { name: 'large-v3', size: '2.9 GiB', sha1: 'ad82bf6a9043ceed055076d0fd39f5f186ff8062' },
  { name: 'large-v3-q5_0', size: '1.1 GiB', sha1: 'e6e2ed78495d403bef4b7cff42ef4aaadcfea8de' },
  { name: 'large-v3-turbo', size: '1.5 GiB', sha1: '4af2b29d7ec73d781377bfd1758ca957a807e941' },
  { name: 'large-v3-turbo-q5_0', size: '547 MiB', sha1: 'e050f7970618a659205450ad97eb95a18d69c9ee' },
];

/** Finds a model by its name. */
export function findSpeechModel(name: string): SpeechModel | undefined {
  return SPEECH_MODELS.find((model) => model.name === name);
}

/** Returns the languages of a model: its name says whether it knows only English. */
export function languagesOf({ name }: SpeechModel): string {
  return /\.en\b/.test(name) ? 'English' : 'about 100';
}

/** Returns the name of the file of a model. */
export function fileNameOf({ name }: SpeechModel): string {
  return `ggml-${name}.bin`;
}
