import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import type { RenderRow } from '../../../store/renders.ts';
import type { Stage } from '../../../store/schema.ts';

// There are no plans to buy here; clients of the public service expect the field.
const PLANS: Readonly<Record<Stage, string>> = { v1: 'basic', stage: 'sandbox' };

/** A render as the API shows it. What is absent stays out of the JSON, because it is `undefined`. */
export function shownRender(render: RenderRow, files: FileAddresses): object {
  return {
    id: render.id,
    owner: render.owner,
    plan: PLANS[render.stage],
    status: render.status,
    error: render.error ?? undefined,
    duration: render.duration ?? undefined,
    renderTime: render.render_time ?? undefined,
    ...addresses(render, files),
    progress: render.progress,
    eta: render.eta ?? undefined,
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}

/** What of a render changes while one waits for it. */
export function shownChange(render: RenderRow, files: FileAddresses): object {
  const { id, status, progress, eta, error } = render;
  return {
    ...{ id, status, progress, eta: eta ?? undefined, error: error ?? undefined },
    ...addresses(render, files),
  };
}

/** Where the files of a render are, once they are there. */
function addresses({ output, poster, thumbnail }: RenderRow, files: FileAddresses): object {
  const address = (file: string | null) => (file === null ? null : files.urlOf(file));
  return {
    url: address(output) ?? undefined,
    poster: address(poster),
    thumbnail: address(thumbnail),
  };
}
