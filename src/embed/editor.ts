import {
  EDITOR_IS_READY,
  EDITOR_LINE,
  EDITOR_PAGE,
  EDITOR_PARTS,
  EDITOR_STYLES,
  type JsonEdit,
  type EditorCalls,
  type EditorFault,
  type EditorLook,
  type EditorPart,
  type EditToSave,
  type TitledEdit,
  type ShownRender,
  type SiteCalls,
} from './editor-messages.ts';
import { ElementBase, requireToken, takeEarlyProperties, type TokenSource } from './element-base.ts';
import { MessageLine } from './message-line.ts';

export type * from './editor-messages.ts';

/** The detail of the event `save`. */
export interface SaveDetail extends EditToSave {
  /** The edit counts as saved when this work has ended. If it rejects, the save is tried again. */
  readonly until: (work: Promise<unknown>) => void;
}

/** The events of the editor. */
export interface KinoraEditorEvents {
  /** The edit is open. */
  load: CustomEvent<TitledEdit>;
  /** The edit has changed. */
  change: CustomEvent<TitledEdit>;
  /** The edit is about to be saved. `preventDefault()` keeps the server from saving it: the site does it itself. */
  save: CustomEvent<SaveDetail>;
  /** The edit is saved. */
  saved: CustomEvent<TitledEdit>;
  /** The user wants a render. The site renders with its own key on its server, and calls `showRender`. */
  render: CustomEvent<TitledEdit>;
  error: CustomEvent<EditorFault>;
}

type AddListener = <Name extends keyof KinoraEditorEvents>(
  type: Name,
  listener: (event: KinoraEditorEvents[Name]) => void,
  options?: boolean | AddEventListenerOptions,
) => void;

/** Milliseconds after which a page that has not loaded is reported. */
const LOAD_LIMIT_MS = 20_000;

/** The properties that a page may have set before the element was defined. */
const PROPERTIES = ['token', 'edit', 'server', 'version', 'theme', 'hide', 'texts'];

/** The Studio of Kinora in a page of another site: `<kinora-editor server="https://…" token="kt_…">`. */
export class KinoraEditor extends ElementBase {
  static readonly observedAttributes = ['server', 'version', 'token', 'hide', 'lang', 'theme', 'aria-label'];
  declare readonly addEventListener: AddListener & HTMLElement['addEventListener'];
  private given: TokenSource | undefined;
  private own: TitledEdit | undefined;
  private readonly told = new WeakSet<JsonEdit>();
  private words: Readonly<Record<string, string>> = {};
  private frame: HTMLIFrameElement | undefined;
  private line: MessageLine<EditorCalls> | undefined;
  private opened = Promise.withResolvers<MessageLine<EditorCalls>>();
  private readonly observer = new MutationObserver(() => this.sendLook());
  private closing = new AbortController();
  private readonly ask: MessageLine<EditorCalls>['call'] = async (name, value) =>
    await (await this.opened.promise).call(name, value);

  /** The token, or a function that makes one. The function is called again when its token ends. */
  get token(): TokenSource {
    return this.given ?? this.getAttribute('token') ?? '';
  }
  set token(token: TokenSource) {
    this.given = token;
    void this.renewToken();
  }

  /** The edit, if the site keeps it itself: it gets it back by `save`. Default: the kept edit of the token. */
  get edit(): JsonEdit | undefined {
    return this.own?.edit;
  }
  set edit(edit: JsonEdit | undefined) {
    // A site may set what it was told. The user may be further by now.
    if (edit && this.told.has(edit)) return;
    const isOpen = this.line !== undefined && this.own !== undefined && edit !== undefined;
    this.own = edit && { edit, name: this.own?.name ?? '' };
    if (isOpen) void this.setEdit(edit);
    else this.restart();
  }

  /** The address of the Kinora server. */
  get server(): string {
    return this.getAttribute('server') ?? '';
  }
  set server(server: string) {
    this.setAttribute('server', server);
  }

  /** The environment of the token: `v1`, the default, or `stage`. */
  get version(): 'v1' | 'stage' {
    return this.getAttribute('version') === 'stage' ? 'stage' : 'v1';
  }
  set version(version: 'v1' | 'stage') {
    this.setAttribute('version', version);
  }

  /** The theme. `auto`, the default, is that of the system. */
  get theme(): EditorLook['theme'] {
    const theme = this.getAttribute('theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  }
  set theme(theme: EditorLook['theme']) {
    this.setAttribute('theme', theme);
  }

  /** The parts that are hidden. */
  get hide(): readonly EditorPart[] {
    const names = this.getAttribute('hide')?.split(/\s+/) ?? [];
    return EDITOR_PARTS.filter((part) => names.includes(part));
  }
  set hide(parts: readonly EditorPart[]) {
    this.setAttribute('hide', parts.join(' '));
  }

  /** Texts in place of those of the editor, by the English ones. */
  get texts(): Readonly<Record<string, string>> {
    return this.words;
  }
  set texts(texts: Readonly<Record<string, string>>) {
    this.words = texts;
    this.sendLook();
  }

  /** Returns the edit as it is now. Waits until it is open, as all methods do. */
  async getEdit(): Promise<JsonEdit> {
    return (await this.ask('getEdit', undefined)).edit;
  }

  /** Shows another state of the edit, which can be undone. */
  async setEdit(edit: JsonEdit): Promise<void> {
    await this.ask('setEdit', edit);
  }

  /** Saves the edit now. Await it before you remove the element. @throws {Error} if it cannot be saved. */
  async save(): Promise<void> {
    await this.ask('save', undefined);
  }

  /** Takes the last change back. */
  async undo(): Promise<void> {
    await this.ask('undo', undefined);
  }

  /** Makes the change again that was taken back last. */
  async redo(): Promise<void> {
    await this.ask('redo', undefined);
  }

  /** Moves the playhead. */
  async seek(second: number): Promise<void> {
    await this.ask('seek', second);
  }

  /** Shows the state of a render that the site has begun. Without one, nothing is shown. */
  async showRender(render?: ShownRender): Promise<void> {
    await this.ask('showRender', render);
  }

  connectedCallback(): void {
    takeEarlyProperties(this, PROPERTIES);
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    for (const watched of [this, document.documentElement, document.body])
      this.observer.observe(watched, { attributeFilter: ['class', 'style', 'data-theme'] });
    this.start(root);
  }

  disconnectedCallback(): void {
    this.observer.disconnect();
    this.stop();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.frame || before === after) return;
    if (name === 'server' || name === 'version') this.restart();
    else if (name === 'token') void this.renewToken();
    else this.sendLook();
  }

  private restart(): void {
    const { shadowRoot, frame } = this;
    if (!shadowRoot || !frame) return;
    this.stop();
    this.start(shadowRoot);
  }

  private start(root: ShadowRoot): void {
    const { server } = this;
    const page = URL.parse(EDITOR_PAGE, URL.parse(server.endsWith('/') ? server : `${server}/`)?.href);
    if (!page || !/^https?:$/.test(page.protocol)) {
      this.report({
        code: 'open',
        message: 'The attribute `server` must be the address of a Kinora server.',
      });
      return;
    }
    const { signal } = (this.closing = new AbortController());
    const frame = (this.frame = document.createElement('iframe'));
    frame.title = this.getAttribute('aria-label') ?? 'Video editor';
    frame.allow = 'autoplay; clipboard-read; clipboard-write; fullscreen';
    const timer = setTimeout(() => this.report({ code: 'open', message: NOT_LOADED }), LOAD_LIMIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const greet = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow || origin !== page.origin || data !== EDITOR_IS_READY) return;
      clearTimeout(timer);
      void this.connect(frame, page.origin);
    };
    addEventListener('message', greet, { signal });
    frame.src = page.href;
    root.replaceChildren(frame);
  }

  private stop(): void {
    this.closing.abort();
    this.closeLine();
    this.frame?.remove();
    this.frame = undefined;
  }

  private closeLine(): void {
    this.line?.close();
    this.line = undefined;
    // Nobody may be waiting.
    this.opened.promise.catch(() => undefined);
    this.opened.reject(new Error('The editor was closed.'));
    this.opened = Promise.withResolvers();
  }

  /** Opens the edit in the framed page. The page asks for it again if it was reloaded. */
  private async connect(frame: HTMLIFrameElement, origin: string): Promise<void> {
    const { signal } = this.closing;
    if (this.line) this.closeLine();
    let line: MessageLine<EditorCalls> | undefined;
    try {
      const token = await this.makeToken();
      // A page that was reloaded meanwhile is open by now.
      if (signal.aborted || this.line) return;
      const { port1, port2 } = new MessageChannel();
      this.line = line = new MessageLine(port1, this.answers());
      frame.contentWindow?.postMessage(EDITOR_LINE, origin, [port2]);
      const { version } = this;
      const own = this.own && { ...this.own, name: this.own.name || (this.getAttribute('name') ?? 'Edit') };
      await line.call('open', { token, version, look: this.readLook(), own });
      this.opened.resolve(line);
    } catch (error) {
      // A line that was closed has failed for that.
      if (!signal.aborted && line === this.line)
        this.report({ code: 'open', message: (error as Error).message });
    }
  }

  private answers(): SiteCalls {
    return {
      token: (ended) => this.replaceToken(ended),
      load: (edit) => void this.tell('load', edit),
      change: (edit) => {
        this.told.add(edit.edit);
        if (this.own) this.own = edit;
        this.tell('change', edit);
      },
      save: async (edit) => {
        const work: Promise<unknown>[] = [];
        const isLeft = this.tell(
          'save',
          { ...edit, until: (each: Promise<unknown>) => work.push(each) },
          true,
        );
        await Promise.all(work);
        return !isLeft;
      },
      saved: (edit) => void this.tell('saved', edit),
      render: (edit) => void this.tell('render', edit),
      error: (fault) => this.report(fault),
    };
  }

  /** Dispatches an event. Returns false if a listener has prevented what would follow. */
  private tell(name: keyof KinoraEditorEvents, detail: unknown, cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable }));
  }

  private report(fault: EditorFault): void {
    this.tell('error', fault);
    // The framed page shows its own faults.
    if (this.line || !this.shadowRoot) return;
    const text = document.createElement('p');
    text.role = 'alert';
    text.textContent = this.words[fault.message] ?? fault.message;
    this.shadowRoot.replaceChildren(text);
  }

  private async makeToken(): Promise<string> {
    const { token } = this;
    return requireToken(typeof token === 'function' ? await token() : token);
  }

  /** @throws {Error} if there is no other token yet. The page gets one that is set later. */
  private async replaceToken(ended: string): Promise<string> {
    const token = await this.makeToken();
    if (token === ended) throw new Error('The access to the edit has ended.');
    return token;
  }

  private async renewToken(): Promise<void> {
    const { line } = this;
    if (!line) {
      this.restart();
      return;
    }
    try {
      await line.call('token', await this.makeToken());
    } catch (error) {
      if (line === this.line) this.report({ code: 'token', message: (error as Error).message });
    }
  }

  private sendLook(): void {
    if (this.frame) this.frame.title = this.getAttribute('aria-label') ?? 'Video editor';
    // It fails only if the element is removed meanwhile.
    this.line?.call('look', this.readLook()).catch(() => undefined);
  }

  private readLook(): EditorLook {
    const style = getComputedStyle(this);
    const given = Object.keys(EDITOR_STYLES).map(
      (name) => [name, style.getPropertyValue(name).trim()] as const,
    );
    return {
      // An edit that the site keeps has no versions here.
      hide: this.own ? [...this.hide, 'versions'] : this.hide,
      lang: this.closest<HTMLElement>('[lang]')?.lang ?? 'en',
      texts: this.words,
      theme: this.theme,
      style: Object.fromEntries(given.filter(([, value]) => value !== '')),
    };
  }
}

const NOT_LOADED = 'The editor does not load. The server may be away, or this page may not frame it.';
const STYLE = `
  :host { display: block; block-size: 45rem; }
  :host([hidden]) { display: none; }
  iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
  p { margin: 0; padding: 16px; border: 1px solid; border-radius: 6px; font: 14px/1.4 system-ui, sans-serif; }
`;

declare global {
  interface HTMLElementTagNameMap {
    'kinora-editor': KinoraEditor;
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('kinora-editor'))
  customElements.define('kinora-editor', KinoraEditor);
