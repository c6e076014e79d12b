import '../style/start.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { addressOf, route } from '../shell/route.ts';
import { KeptList } from '../kept/kept-list.tsx';
import { BeginWithFiles } from './begin-with-files.tsx';
import { FillInView } from './fill-in-view.tsx';
import { NewEditPanel } from './new-edit-panel.tsx';
import { AccountTemplates } from '../templates/account-templates.tsx';
import { OwnTemplateView } from '../templates/own-template-view.tsx';
import { type Starter, STARTERS } from './starters.ts';

/** The templates to begin with: those of Kinora, and those that the account keeps. */
export function StartView(): JSX.Element {
  const { item } = route.value;
  const starter = STARTERS.find(({ name }) => name === item);
  if (starter) return <FillInView key={starter.name} starter={starter} picture={starter.picture} />;
  if (item !== undefined) return <OwnTemplateView key={item} id={item} />;
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
      <AccountTemplates />
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
