import type { TranscriberSettings } from '../../providers/settings.ts';

/** The folder of speech recognition models, and the setting that may choose one. */
export interface ModelAccess {
  /** Folder of the installed models. It need not exist. */
  readonly folder: string;
  readonly transcriber: TranscriberSettings | undefined;
}
