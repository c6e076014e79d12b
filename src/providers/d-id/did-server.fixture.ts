import {
  type Answer,
  answerBytes,
  answerJson,
  type ServiceServer,
  startServiceServer,
} from '../http/paid-server.fixture.ts';
import { TEST_KEY } from '../http/test-access.fixture.ts';
import { createMp4 } from '../http/small-media.fixture.ts';

/** The presenters, on two pages. */
const PAGES = [
  [
    { presenter_id: 'amy-Aq6OmGZnMt', name: 'Amy' },
    { presenter_id: 'jack-0000000000', name: 'Jack' },
    { presenter_id: 'jack-Pt27VkP3hW', name: 'Jack' },
  ],
  [
    { presenter_id: 'lily-1234567890', name: 'Lily' },
    { presenter_id: 'v2_public_alex@qcvo4gupoy', name: 'Alex' },
  ],
];

/** Answers as D-ID does if the account has no credit. */
export const DID_NO_QUOTA: Answer = answerJson(402, {
  kind: 'InsufficientCreditsError',
  description: 'not enough credits',
});
/** Answers as D-ID does if a request is not valid. */
export const DID_REFUSAL: Answer = answerJson(400, {
  kind: 'ValidationError',
  description: 'script.input is too long',
});

/** Settings of {@link startDidServer}. */
export interface DidServerOptions {
  readonly key?: string;
  /** Number of looks at a job before it ends. Default 1. */
  readonly looks?: number;
  /** Final state of each job. Default `done`. */
  readonly ends?: 'done' | 'error' | 'rejected';
  /** Error of each job that ends in `error`. */
  readonly error?: { readonly kind: string; readonly description: string };
}

/** Starts a server that speaks the documented protocol of D-ID's clips. */
export function startDidServer(options: DidServerOptions = {}): Promise<ServiceServer> {
  const { key = TEST_KEY, looks = 1, ends = 'done', error } = options;
  const jobs = new Map<string, number>();
  return startServiceServer({
    authorization: ['authorization', `Basic ${key}`],
    onWrongKey: answerJson(401, { message: 'Unauthorized' }),
    open: /^\/results\//,
    async answer(request, { url, pay }) {
      const id = request.path.split('/').at(-1) ?? '';
      const looked = jobs.get(id);
      if (request.path.startsWith('/results/')) return answerBytes(await createMp4(320, 180), 'video/mp4');
      if (request.path === '/clips/presenters') {
        const page = Number(request.query.get('token') ?? 0);
        return answerJson(200, { presenters: PAGES[page], ...(page === 0 && { token: '1' }) });
      }
      if (request.method === 'POST' && request.path === '/clips') {
        const clip = `clp_${pay()}`;
        jobs.set(clip, 0);
        return answerJson(201, { id: clip, object: 'clip', created_at: '2026-01-01', status: 'created' });
      }
      if (looked === undefined)
        return answerJson(404, { kind: 'NotFoundError', description: 'clip not found' });
      jobs.set(id, looked + 1);
      if (looked < looks) return answerJson(200, { id, status: 'started' });
      const result = ends === 'done' ? { result_url: `${url}/results/${id}.mp4` } : { error };
      return answerJson(200, { id, status: ends, ...result });
    },
  });
}
