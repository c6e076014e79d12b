// The messages between the element of a site and the framed page of Kinora. Both sides import this file.

/** The framed page below the address of the server. */
export const EDITOR_PAGE = 'embed/editor';

/** Sent by the framed page when it can be opened. Any page may read it: there is nothing in it. */
export const EDITOR_IS_READY = 'kinora-editor-is-ready';

/** Sent by the element with the port of the line. */
export const EDITOR_LINE = 'kinora-editor-line';

/** The parts of the editor that can be hidden. */
export const EDITOR_PARTS = [
  'title',
  'versions',
  'render',
  'add',
  'clip',
  'json',
  'assets',
  'timeline',
] as const;
/** A part of the editor that can be hidden. */
export type EditorPart = (typeof EDITOR_PARTS)[number];

/** The custom properties of the element that set the look of the editor, with the names that the editor has for them. */
export const EDITOR_STYLES = {
  '--kinora-font': '--sans',
  '--kinora-radius': '--round',
  '--kinora-background': '--ground',
  '--kinora-panel': '--paper',
  '--kinora-raised': '--raised',
  '--kinora-sunken': '--sunken',
  '--kinora-line': '--line',
  '--kinora-line-strong': '--line-strong',
  '--kinora-text': '--ink',
  '--kinora-text-soft': '--soft',
  '--kinora-accent': '--accent',
  '--kinora-accent-text': '--accent-ink',
  '--kinora-focus': '--focus',
  '--kinora-good': '--good',
  '--kinora-bad': '--bad',
  '--kinora-warn': '--warn',
} as const;

/** An edit as JSON. */
export type JsonEdit = Readonly<Record<string, unknown>>;

/** An edit with its name. */
export interface TitledEdit {
  readonly edit: JsonEdit;
  readonly name: string;
}

/** An edit to save. */
export interface EditToSave extends TitledEdit {
  /** False if the user has asked for it. */
  readonly isAutomatic: boolean;
}

/** The looks of the editor. */
export interface EditorLook {
  readonly hide: readonly EditorPart[];
  /** The language, such as `de`. */
  readonly lang: string;
  /** Texts of the page itself, by the English ones. */
  readonly texts: Readonly<Record<string, string>>;
  readonly theme: 'light' | 'dark' | 'auto';
  /** Values by the names in {@link EDITOR_STYLES}. */
  readonly style: Readonly<Partial<Record<keyof typeof EDITOR_STYLES, string>>>;
}

/** The things with which the editor begins. */
export interface EditorSetup {
  readonly token: string;
  readonly version: 'v1' | 'stage';
  readonly look: EditorLook;
  /** The edit, if the site keeps it itself. Undefined for the kept edit of the token. */
  readonly own?: TitledEdit | undefined;
}

/** The state of a render that the site has begun. */
export interface ShownRender {
  readonly status: 'waiting' | 'rendering' | 'done' | 'failed';
  /** From 0 to 1. */
  readonly progress?: number | undefined;
  /** The address of the finished file. */
  readonly url?: string | undefined;
  /** A sentence in place of the usual one, such as the reason of a failure. */
  readonly text?: string | undefined;
}

/** A fault of the editor. */
export interface EditorFault {
  /**
   * `token`: the token does not work, and there is no other one. `open`: the edit cannot be opened. `save`: it cannot
   * be saved now, and is tried again. `conflict`: another has saved or deleted it.
   */
  readonly code: 'token' | 'open' | 'save' | 'conflict';
  /** A sentence for people. */
  readonly message: string;
}

/** The calls that the framed page answers. */
export interface EditorCalls {
  readonly open: (setup: EditorSetup) => Promise<void>;
  readonly look: (look: EditorLook) => Promise<void>;
  readonly token: (token: string) => void;
  readonly getEdit: () => TitledEdit;
  readonly setEdit: (edit: JsonEdit) => void;
  readonly save: () => Promise<void>;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly seek: (second: number) => void;
  readonly showRender: (render: ShownRender | undefined) => void;
}

/** The calls that the element answers. */
export interface SiteCalls {
  /** Returns a token in place of one that has ended or ends soon. */
  readonly token: (ended: string) => Promise<string>;
  readonly load: (edit: TitledEdit) => void;
  readonly change: (edit: TitledEdit) => void;
  /** Resolves to true if the site has saved the edit itself. */
  readonly save: (edit: EditToSave) => Promise<boolean>;
  readonly saved: (edit: TitledEdit) => void;
  readonly render: (edit: TitledEdit) => void;
  readonly error: (fault: EditorFault) => void;
}
