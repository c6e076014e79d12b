import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { KinoraClient, ListedRender } from '../../client/index.ts';
import { writeSeconds, describeTime, listFacts } from '../media/describe-facts.ts';
import { extensionOfFile } from '../media/media-kind.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { nameClipsIn } from '../remarks/name-clips.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { MoreButton } from '../shell/more-button.tsx';
import { notify } from '../shell/notice.tsx';
import { addressOf } from '../shell/route.ts';
import { describeProgress, describeReuse, describeStatus, isCancelled, toneOf } from './describe-render.ts';
import { RenderListing } from './render-listing.ts';
import { useRenderName } from './render-names.ts';
import { isEnded } from './render-rows.ts';

/** All renders, newest first. */
export function RenderList({ client }: { readonly client: KinoraClient }): JSX.Element {
  const listing = useMemo(() => new RenderListing(client), [client]);
  useEffect(() => {
    void listing.list.open();
    return () => listing.list.close();
  }, [listing]);
  const { list } = listing;
  const { value: rows } = list.rows;
  const { value: failure } = list.failure;
  return (
    <main class="page renders" aria-busy={list.isLoading.value}>
      <header>
        <h1>Renders</h1>
      </header>
      <FailureMessage text={failure} />
      {rows?.length === 0 && <NoRenders />}
      <ul class="render-rows">
        {(rows ?? []).map((render) => (
          <RenderRow key={render.id} render={render} listing={listing} client={client} />
        ))}
      </ul>
      {rows === undefined && failure === undefined && <Placeholders />}
      <MoreButton list={list} title="Show older renders" />
    </main>
  );
}

function NoRenders(): JSX.Element {
  return (
    <div class="empty card">
      <h2>No renders yet</h2>
      <p>
        A render turns an edit into a file. Make an edit, or take the one that is there, and press Render.
      </p>
      <a class="button main" href={addressOf('edit')}>
        Go to the edit
      </a>
    </div>
  );
}

/** Rows of the right size, so that nothing jumps when the list arrives. */
function Placeholders(): JSX.Element {
  return (
    <div class="render-rows" aria-hidden="true">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} class="card render-row waiting">
          <div class="thumb" />
        </div>
      ))}
    </div>
  );
}

function RenderRow(props: {
  readonly render: ListedRender;
  readonly listing: RenderListing;
  readonly client: KinoraClient;
}): JSX.Element {
  const { render, listing, client } = props;
  const isRunning = !isEnded(render.status);
  const name = useRenderName(client, render.id);
  const time = describeTime(render.created, Date.now());
  return (
    <li class="card render-row">
      <Thumbnail
        key={render.url}
        url={render.url}
        picture={render.thumbnail ?? render.poster}
        placeholder={isRunning ? '…' : 'No file'}
      />
      <div class="render-what">
        <div class="render-title">
          <a href={addressOf('renders', render.id)} title={render.id}>
            {name ?? time}
          </a>
          {name !== undefined && <span class="soft">{time}</span>}
          <span class={`badge ${toneOf(render)}`}>{describeStatus(render)}</span>
        </div>
        {isRunning ? <Progress render={render} /> : <Result render={render} />}
      </div>
      {isRunning && <CancelButton id={render.id} listing={listing} />}
    </li>
  );
}

function Progress({ render }: { readonly render: ListedRender }): JSX.Element {
  return (
    <div class="render-progress">
      <progress class="bar" value={render.progress} max={1} aria-label={`Progress of ${render.id}`} />
      <span class="soft">
        {render.status === 'queued' ? 'Waits for a free worker' : describeProgress(render)}
      </span>
    </div>
  );
}

function Result({ render }: { readonly render: ListedRender }): JSX.Element {
  const { url, error, duration, renderTime, segments, outputs } = render;
  if (render.status === 'failed' && !isCancelled(render))
    return <p class="render-error">{nameClipsIn(error ?? '', {})}</p>;
  const [first] = outputs ?? [];
  const parts = [
    ...(outputs && outputs.length > 1 ? [`${outputs.length} files`] : []),
    ...(url === undefined ? [] : [extensionOfFile(url)]),
    ...listFacts({ width: first?.width, height: first?.height, duration }),
    ...(renderTime === undefined ? [] : [`made in ${writeSeconds(renderTime / 1000)}`]),
    ...(segments ? [describeReuse(segments)] : []),
  ];
  return <p class="soft">{parts.join(' · ')}</p>;
}

function CancelButton(props: { readonly id: string; readonly listing: RenderListing }): JSX.Element {
  const isSending = useSignal(false);
  const cancel = async (): Promise<void> => {
    isSending.value = true;
    const failure = await props.listing.cancel(props.id);
    isSending.value = false;
    notify(failure ?? 'The render is cancelled.');
  };
  return (
    <button
      type="button"
      class="button"
      aria-label={`Cancel the render ${props.id}`}
      disabled={isSending.value}
      onClick={() => void cancel()}
    >
      Cancel
    </button>
  );
}
