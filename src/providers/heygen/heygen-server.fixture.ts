import {
  type Answer,
  answerBytes,
  answerJson,
  type ReceivedRequest,
  type ServiceServer,
  startServiceServer,
} from '../http/paid-server.fixture.ts';
import { TEST_KEY } from '../http/test-access.fixture.ts';
import { createMp4 } from '../http/small-media.fixture.ts';

const AVATARS = [
  { avatar_id: 'Angelica-public-1', avatar_name: 'Angelica' },
  { avatar_id: 'Angela-inTshirt-20220820', avatar_name: 'Angela in T-shirt' },
  { avatar_id: 'Bill-inBlazer-20220820', avatar_name: 'Bill' },
];
const VOICES = [
  { voice_id: '1bd001e7e50f421d891986aad5158bc8', language: 'English', name: 'Abbi - Natural' },
  { voice_id: '2d5b0e6cf36f460aa7fc47e3eee4ba54', language: 'English', name: 'Amy - Warm' },
];

/** Answers as HeyGen does if the account has no credit. */
export const HEYGEN_NO_QUOTA: Answer = answerJson(402, {
  data: null,
  error: {
    code: 'insufficient_credit',
    message: 'Insufficient credit. This operation requires api credits.',
  },
});
/** Answers as HeyGen does if a request is not valid. */
export const HEYGEN_REFUSAL: Answer = answerJson(400, {
  data: null,
  error: { code: 'invalid_parameter', message: 'video_inputs.0.voice.input_text is too long' },
});

/** Settings of {@link startHeyGenServer}. */
export interface HeyGenServerOptions {
  readonly key?: string;
  /** Number of looks at a job before it ends. Default 1. */
  readonly looks?: number;
  /** Error of each job. Default: none, so that jobs end well. */
  readonly error?: { readonly code: string | number; readonly message: string; readonly detail?: string };
}

/** Starts a server that speaks version 2 of the documented protocol of HeyGen. */
export function startHeyGenServer(options: HeyGenServerOptions = {}): Promise<ServiceServer> {
  const { key = TEST_KEY, looks = 1, error } = options;
  const jobs = new Map<string, { looks: number; readonly request: ReceivedRequest }>();
  return startServiceServer({
    authorization: ['x-api-key', key],
    onWrongKey: answerJson(401, { code: 400112, data: null, message: 'Unauthorized' }),
    open: /^\/results\//,
    async answer(request, { url, pay }) {
      const job = jobs.get(request.query.get('video_id') ?? request.path.split('/').at(-1) ?? '');
      switch (`${request.method} ${request.path.replace(/^\/results\/.*/, '/results')}`) {
        case 'GET /v2/avatars':
          return answerJson(200, { error: null, data: { avatars: AVATARS, talking_photos: [] } });
        case 'GET /v2/voices':
          return answerJson(200, { error: null, data: { voices: VOICES } });
        case 'POST /v2/video/generate': {
          const id = `video-${pay()}`;
          jobs.set(id, { looks: 0, request });
          return answerJson(200, { error: null, data: { video_id: id } });
        }
        case 'GET /v1/video_status.get':
          if (!job) return answerJson(404, { code: 40401, data: null, message: 'Video not found' });
          return answerJson(200, toStatus(request, url, ++job.looks > looks, error));
        case 'GET /results':
          if (!job) return answerJson(404, {});
          return answerBytes(await createMp4(...sizeOf(job.request)), 'video/mp4');
        default:
          return answerJson(404, { code: 404, data: null, message: 'Not found' });
      }
    },
  });
}

function toStatus(
  { query }: ReceivedRequest,
  url: string,
  isOver: boolean,
  error: HeyGenServerOptions['error'],
): object {
  const id = query.get('video_id');
  const over = error ? 'failed' : 'completed';
  const data = {
    id,
    status: isOver ? over : 'processing',
    video_url: isOver && !error ? `${url}/results/${id}` : null,
    error: isOver ? (error ?? null) : null,
  };
  return { code: 100, data, message: 'Success' };
}

/** Videos are served at a quarter of their size. */
function sizeOf({ json }: ReceivedRequest): [width: number, height: number] {
  // The code under test sends these fields.
  const { dimension } = json as { readonly dimension: { readonly width: number; readonly height: number } };
  return [dimension.width / 4, dimension.height / 4];
}
