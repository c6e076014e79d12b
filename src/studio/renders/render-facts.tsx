import type { JSX } from 'preact';
import type { KinoraClient, Render, RenderStages } from '../../client/index.ts';
import { writeSeconds, listFacts } from '../media/describe-facts.ts';
import { useFileFacts } from '../media/use-file-facts.ts';
import { copyText } from '../shell/copy-text.ts';
import { Fact } from '../shell/fact.tsx';
import { describeReuse, STAGE_TITLES } from './describe-render.ts';

/** The facts about a render. */
export function RenderFacts(props: { readonly render: Render; readonly client: KinoraClient }): JSX.Element {
  const { render, client } = props;
  const { id, url, poster, captions, created, renderTime, segments, stages, code } = render;
  const facts = useFileFacts(client, url);
  const known = listFacts({ duration: render.duration, ...facts });
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <section class="render-facts" aria-label="Facts">
      <dl class="facts">
        {known.length > 0 && <Fact title="File">{known.join(' · ')}</Fact>}
        <Fact title="Submitted">{time.format(new Date(created))}</Fact>
        {renderTime !== undefined && <Fact title="Made in">{writeSeconds(renderTime / 1000)}</Fact>}
        {segments && <Fact title="Segments">{describeReuse(segments)}</Fact>}
        {code !== undefined && (
          <Fact title="Code">
            <code>{code}</code>
          </Fact>
        )}
        <Fact title="Id">
          <code>{id}</code>
        </Fact>
      </dl>
      {stages && <StageBar stages={stages} />}
      <div class="actions">
        {url !== undefined && (
          <button type="button" class="button small" onClick={() => void copyText(url, 'The address')}>
            Copy the address
          </button>
        )}
        {poster !== null && <Extra url={poster} title="Poster" />}
        {captions !== undefined && <Extra url={captions} title="Captions" />}
      </div>
    </section>
  );
}

function Extra({ url, title }: { readonly url: string; readonly title: string }): JSX.Element {
  return (
    <a class="button small" href={url} target="_blank" rel="noopener">
      {title}
    </a>
  );
}

/** The time of each stage as a part of a bar. */
function StageBar({ stages }: { readonly stages: RenderStages }): JSX.Element {
  const parts = STAGE_TITLES.flatMap(([stage, title]) => {
    const { [stage]: took } = stages;
    return took === undefined ? [] : [{ stage, title, took }];
  });
  return (
    <div class="stages">
      <div class="stage-bar" aria-hidden="true">
        {parts.map(({ stage, took }) => (
          <span key={stage} class={stage} style={{ flexGrow: Math.max(took, 1) }} />
        ))}
      </div>
      <ul aria-label="Time of each stage">
        {parts.map(({ stage, title, took }) => (
          <li key={stage} class={stage}>
            {title} <span class="soft">{writeSeconds(took / 1000)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
