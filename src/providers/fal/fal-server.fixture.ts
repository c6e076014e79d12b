import { SAMPLE_MP4, SAMPLE_PNG } from '../http/sample-results.fixture.ts';
import {
  type ProtocolAnswer,
  type ProtocolServer,
  SERVICE_KEY,
  startProtocolServer,
} from '../http/protocol-server.fixture.ts';

/** The answers of the server about its jobs. */
export interface FalAnswers {
  /** Number of looks at which the job still runs. */
  readonly looks?: number;
  /** The last answer to a look. By default the job is complete. */
  readonly status?: ProtocolAnswer;
  /** The answer of the model. By default a video or an image. */
  readonly result?: ProtocolAnswer;
  /** The answer to the download of the result. */
  readonly file?: ProtocolAnswer;
  /** Host of the addresses in answers, such as that of the service behind a proxy. */
  readonly origin?: string;
}

/** Id of the only job. */
export const FAL_JOB = '764cabcf-b745-4b3e-ae38-1200304cf45b';

/** Starts a server with the queue of fal. */
export function startFalServer({
  looks = 0,
  status,
  result,
  file,
  origin,
}: FalAnswers = {}): Promise<ProtocolServer> {
  let looked = 0;
  return startProtocolServer({
    authorization: `Key ${SERVICE_KEY}`,
    unauthorized: { status: 401, json: { detail: `Cannot access application with ${SERVICE_KEY}` } },
    refusals: {
      policy: {
        status: 422,
        json: {
          detail: [
            {
              loc: ['body', 'prompt'],
              msg: 'The content was flagged.',
              type: 'content_policy_violation',
              input: {},
            },
          ],
        },
      },
      quota: {
        status: 403,
        json: { detail: 'User is locked. Reason: Exhausted balance. Top up your balance.' },
      },
      busy: { status: 429, json: { detail: 'Too many requests' }, headers: { 'retry-after': '7' } },
      away: { status: 503, json: { detail: 'No runner available', error_type: 'runner_scheduling_failure' } },
    },
    isPublic: (path) => path.startsWith('/files/'),
    answer({ method, path }, url) {
      const [owner, app] = path.split('/').slice(1);
      const job = `${origin ?? url}/${owner ?? ''}/${app ?? ''}/requests/${FAL_JOB}`;
      if (method === 'POST')
        return {
          json: {
            status: 'IN_QUEUE',
            request_id: FAL_JOB,
            response_url: job,
            status_url: `${job}/status`,
            cancel_url: `${job}/cancel`,
            queue_position: 0,
          },
        };
      if (path.endsWith(`/requests/${FAL_JOB}/status`)) {
        looked += 1;
        if (looked <= looks)
          return { status: 202, json: { status: looked === 1 ? 'IN_QUEUE' : 'IN_PROGRESS' } };
        return status ?? { json: { status: 'COMPLETED', request_id: FAL_JOB, response_url: job } };
      }
      if (path.endsWith(`/requests/${FAL_JOB}`)) return result ?? { json: toResult(path, url) };
      if (path.startsWith('/files/'))
        return file ?? { bytes: path.endsWith('.mp4') ? SAMPLE_MP4 : SAMPLE_PNG };
      return undefined;
    },
  });
}

function toResult(path: string, url: string): object {
  if (path.includes('wan'))
    return { video: { url: `${url}/files/a.mp4`, content_type: 'video/mp4' }, seed: 7 };
  return {
    images: [{ url: `${url}/files/a.png`, width: 1, height: 1 }],
    has_nsfw_concepts: [false],
    seed: 7,
  };
}
