import '../style/start.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedTemplate } from '../../client/index.ts';
import { writeEdit } from '../document/edit-text.ts';
import { openEdit } from '../edit/edit-state.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { toNew } from '../kept/kept-document.ts';
import { KeptList } from '../kept/kept-list.tsx';
import { BeginWithFiles } from './begin-with-files.tsx';
import { FillInView } from './fill-in-view.tsx';
import { NewEditPanel } from './new-edit-panel.tsx';
import { type Starter, STARTERS } from './starters.ts';

/** The templates to begin with: those of Kinora, and those that the account keeps. */
export function StartView(): JSX.Element {
  const { item } = route.value;
  const starter = STARTERS.find(({ name }) => name === item);
  if (starter) return <FillInView key={starter.name} starter={starter} />;
  return (
    <main class="page front">
      <header>
        <div>
          <h1>Start</h1>
          <p class="soft">Begin with an empty edit, with your files or with a template.</p>
        </div>
        <a class="button" href={addressOf('edit')}>
          Go to your edit
        </a>
      </header>
      <NewEditPanel />
      <BeginWithFiles />
      <KeptList />
      <h2>Templates</h2>
      <p class="soft">Fill in your words and pictures, then render it, or open it in the editor.</p>
      <ul class="starters">
        {STARTERS.map((starter) => (
          <li key={starter.name}>
            <StarterCard starter={starter} />
          </li>
        ))}
      </ul>
      <OwnTemplates />
    </main>
  );
}

/** A template with its poster, which moves while the pointer or the focus is on it. */
function StarterCard({ starter }: { readonly starter: Starter }): JSX.Element {
  const { name, title, sentence, shape, seconds, poster } = starter;
  const isPointed = useSignal(false);
  const point = (): void => {
    isPointed.value = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  };
  const leave = (): void => {
    isPointed.value = false;
  };
  return (
    <a
      class="starter"
      href={addressOf('start', name)}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <span class="poster">
        <span style={{ '--shape': shape.replace(':', ' / ') }}>
          <img src={poster.still} alt="" loading="lazy" />
          {isPointed.value && <video muted autoPlay loop playsInline src={poster.film} aria-hidden="true" />}
        </span>
      </span>
      <strong>{title}</strong>
      <span class="soft">{sentence}</span>
      <span class="starter-facts">
        {shape} · {Math.round(seconds)} s
      </span>
    </a>
  );
}

function OwnTemplates(): JSX.Element {
  const templates = useSignal<readonly ListedTemplate[] | undefined>(undefined);
  const { failure, run } = useAttempt();
  const client = session.value?.client;
  const load = async (): Promise<void> => {
    if (client) templates.value = await client.templates.list();
  };
  useEffect(() => void run(load), [client]);
  const open = async (id: string): Promise<void> => {
    if (!client) return;
    const { name, template } = await client.templates.get(id);
    const text = writeEdit(template);
    openEdit(text, toNew(name, text));
    goTo('edit');
  };
  const remove = async ({ id, name }: ListedTemplate): Promise<void> => {
    if (!client || !confirm(`Delete the template "${name}"? This cannot be undone.`)) return;
    await client.templates.delete(id);
    await load();
  };
  return (
    <section class="own-templates">
      <h2>Templates of your account</h2>
      <FailureMessage text={failure.value} />
      {templates.value?.length === 0 && (
        <p class="soft">There are none yet. In the editor, "Save as template" keeps an edit here.</p>
      )}
      <ul>
        {templates.value?.map((template) => (
          <li key={template.id}>
            <button type="button" class="button plain" onClick={() => void run(() => open(template.id))}>
              {template.name}
            </button>
            <span class="soft">{new Date(template.updated).toLocaleString()}</span>
            <button type="button" class="button plain" onClick={() => void run(() => remove(template))}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
