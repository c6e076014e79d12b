import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import type { Render, RenderOutput } from '../../client/index.ts';
import { listFacts } from '../media/describe-facts.ts';
import { downloadAddressOf } from '../media/media-kind.ts';
import { MediaPlayer } from '../media/media-player.tsx';
import { describeProgress, describeStatus, isCancelled } from './describe-render.ts';
import { isEnded } from './render-rows.ts';

/** The file of a render, or how far it is. */
export function ResultPlayer({ render }: { readonly render: Render }): JSX.Element {
  const chosen = useSignal(0);
  const { outputs = [], url } = render;
  const output = outputs[chosen.value];
  const shown = output?.url ?? url;
  return (
    <section class="render-result" aria-label="Result">
      <div class="stage-box">
        {shown === undefined ? (
          <Waiting render={render} />
        ) : (
          <MediaPlayer
            key={shown}
            url={shown}
            poster={output ? output.poster : render.poster}
            captions={output ? output.captions : render.captions}
          />
        )}
      </div>
      {outputs.length > 1 && (
        <Outputs outputs={outputs} chosen={chosen.value} onChoose={(index) => (chosen.value = index)} />
      )}
    </section>
  );
}

function Waiting({ render }: { readonly render: Render }): JSX.Element {
  if (isEnded(render.status))
    return (
      <p class="soft">
        {render.status === 'failed'
          ? `There is no file, because the render ${isCancelled(render) ? 'was cancelled' : 'has failed'}.`
          : 'The file is not here any more. Render the edit again to make it again.'}
      </p>
    );
  return (
    <div class="waiting-box" aria-live="polite">
      <strong>{describeStatus(render)}</strong>
      <progress class="bar" value={render.progress} max={1} aria-label="Progress" />
      <span class="soft">
        {render.status === 'queued' ? 'Waits for a free worker' : describeProgress(render)}
      </span>
    </div>
  );
}

interface OutputsProps {
  readonly outputs: readonly RenderOutput[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** All files of a render with several outputs. */
function Outputs({ outputs, chosen, onChoose }: OutputsProps): JSX.Element {
  return (
    <ul class="output-list" aria-label="Outputs">
      {outputs.map((output, index) => (
        <li key={index}>
          <button
            type="button"
            class="button small"
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            {output.format}
          </button>
          <span class="soft">{listFacts(output).join(' · ')}</span>
          {output.url !== null && (
            <a href={downloadAddressOf(output.url)} rel="noopener" download>
              Download
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
