/** Messages of the protocol without the arguments of their tools. */
export interface ReadMessages {
  /** A message or a list of them. In place of its arguments, a call of a tool has its place in `calls`. */
  readonly messages: unknown;
  /** The arguments of each call of a tool as JSON. */
  readonly calls: readonly string[];
}

/** An edit that an agent has given. Only its renderer and the computations parse its text. */
export interface GivenEdit {
  /** Its id, for later calls. */
  readonly id: string;
  /** Its JSON. It need not be valid. */
  readonly text: string;
  /** Width of its frames divided by their height. A guess, if the edit is not valid. */
  readonly shape: number;
}

/** An edit that the arguments of a call only name. */
export interface NamedEdit {
  readonly kind: 'held' | 'file' | 'template';
  readonly name: string;
}

/** The arguments of a call. */
export interface ReadCall {
  /** The arguments that are no part of an edit. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly edit?: GivenEdit;
  /** Set if the call must be read again, with the text of this edit. */
  readonly named?: NamedEdit;
}

/** A template, with the present values of its merge fields. */
export interface ReadDesign {
  readonly edit: GivenEdit;
  readonly fields: readonly { readonly name: string; readonly value: unknown }[];
}

/** The problems of an edit that an agent gets to see. */
export interface ShownProblems {
  readonly problems: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
  /** The number of all problems. */
  readonly count: number;
  readonly hint: string | undefined;
  /** The id of the edit. */
  readonly id: string;
}

/**
 * The computing whose time grows with the size of the input of an agent. A server does it in threads: arguments
 * and results pass between threads, and texts are as large as edits. Errors are KinoraErrors with a sentence
 * for the agent.
 */
export interface Computations {
  /** Reads the body of a request. */
  readMessages(body: string): ReadMessages;
  /**
   * Reads the arguments of a call of a tool, and makes the edit that they give.
   *
   * @param offer the `Offer` of the backend as JSON.
   * @param given the arguments as JSON.
   * @param named the text of the edit that the arguments name, once it is known.
   * @param name its name in messages.
   */
  readCall(offer: string, tool: string, given: string, named?: string, name?: string): ReadCall;
  /** Reads the edit of a template. */
  readDesign(edit: string): ReadDesign;
  /** Describes pieces of an edit. `names` is a list as JSON. */
  describePieces(names: string): string;
  /** Says what is wrong with an edit. `shown` are {@link ShownProblems} as JSON. */
  describeProblems(shown: string, edit: string): string;
  /** Shortens the answer of the API to a dry run. */
  summarizeDryRun(answer: string): object;
  /** Shortens the answer of the API to a probe. */
  summarizeMedia(answer: string): object;
  /** Reads the answer of the API with a kept edit. */
  readKeptEditAnswer(answer: string): {
    readonly name: string;
    readonly version: number;
    readonly edit: string;
  };
  /** Reads the answer of the API with a template. */
  readTemplateAnswer(answer: string): { readonly title: string; readonly edit: string };
}

/** Runs one of the {@link Computations}. */
export type Compute = <Name extends keyof Computations>(
  name: Name,
  ...texts: Parameters<Computations[Name]>
) => Promise<ReturnType<Computations[Name]>>;
