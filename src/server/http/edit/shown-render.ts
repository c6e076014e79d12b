import { fileUrl } from '../../../hosting/storage.ts';
import type { RenderRow } from '../../../store/renders.ts';
import type { Stage } from '../../../store/schema.ts';

// There are no plans to buy here; clients of the public service expect the field.
const PLANS: Readonly<Record<Stage, string>> = { v1: 'basic', stage: 'sandbox' };

/** A render as the API shows it. What is absent stays out of the JSON, because it is `undefined`. */
export function shownRender(render: RenderRow, publicUrl: string): object {
  return {
    id: render.id,
    owner: render.owner,
    plan: PLANS[render.stage],
    status: render.status,
    error: render.error ?? undefined,
    duration: render.duration ?? undefined,
    renderTime: render.render_time ?? undefined,
    url: urlOf(render, publicUrl),
    poster: null,
    thumbnail: null,
    progress: render.progress,
    eta: render.eta ?? undefined,
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}

/** What of a render changes while one waits for it. */
export function shownChange(render: RenderRow, publicUrl: string): object {
  const { id, status, progress, eta, error } = render;
  const url = urlOf(render, publicUrl);
  return { id, status, progress, eta: eta ?? undefined, error: error ?? undefined, url };
}

function urlOf({ file }: RenderRow, publicUrl: string): string | undefined {
  return file === null ? undefined : fileUrl(publicUrl, file);
}
