import '../style/renders.css';
import type { JSX } from 'preact';
import { route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { RenderList } from './render-list.tsx';
import { SingleRender } from './single-render.tsx';

/** The list of renders, or one of them. */
export function RendersView(): JSX.Element {
  const client = session.value?.client;
  const { item } = route.value;
  if (!client) return <main class="page" />;
  return item === undefined ? (
    <RenderList client={client} />
  ) : (
    <SingleRender key={item} client={client} id={item} />
  );
}
