import {
  type ProtocolAnswer,
  type ProtocolServer,
  SERVICE_KEY,
  startProtocolServer,
} from '../http/protocol-server.fixture.ts';
import { SAMPLE_MP4, SAMPLE_PNG } from '../http/sample-results.fixture.ts';

/** The answers of the server about its predictions. */
export interface ReplicateAnswers {
  /** Number of looks at which the prediction still runs. */
  readonly looks?: number;
  /** The last answer to a look. By default the prediction has succeeded. */
  readonly prediction?: ProtocolAnswer;
  /** The answer to an upload. */
  readonly upload?: ProtocolAnswer;
}

/** Id of the only prediction. */
export const PREDICTION = 'gm3qorzdhgbfurvjtvhg6dckhu';

/** Starts a server with the predictions and the files of Replicate. */
export function startReplicateServer(answers: ReplicateAnswers = {}): Promise<ProtocolServer> {
  const { looks = 0, prediction, upload } = answers;
  let looked = 0;
  let isVideo = false;
  return startProtocolServer({
    authorization: `Bearer ${SERVICE_KEY}`,
    unauthorized: { status: 401, json: { title: 'Unauthenticated', detail: SERVICE_KEY, status: 401 } },
    refusals: {
      policy: {
        status: 422,
        json: {
          title: 'Input validation failed',
          detail: '- input.prompt: The prompt is not allowed.\n',
          status: 422,
        },
      },
      quota: {
        status: 402,
        json: {
          title: 'Insufficient credit',
          detail: 'You have insufficient credit to run this model.',
          status: 402,
        },
      },
      busy: { status: 429, json: { detail: 'Request was throttled.' }, headers: { 'retry-after': '7' } },
      away: { status: 503, json: { detail: 'Service is in maintenance.' } },
    },
    isPublic: (path) => path.startsWith('/delivery/'),
    answer({ method, path }, url) {
      const urls = {
        get: `${url}/v1/predictions/${PREDICTION}`,
        cancel: `${url}/v1/predictions/${PREDICTION}/cancel`,
      };
      const shown = { id: PREDICTION, urls, input: {}, logs: '', error: null, output: null };
      if (path === '/v1/files')
        return upload ?? { status: 201, json: { id: 'file1', urls: { get: `${url}/v1/files/file1` } } };
      if (method === 'POST' && path.endsWith('/predictions')) {
        isVideo = /i2v|video/.test(path);
        return { status: 201, json: { ...shown, status: 'starting' } };
      }
      if (path === `/v1/predictions/${PREDICTION}`) {
        looked += 1;
        if (looked <= looks) return { json: { ...shown, status: looked === 1 ? 'starting' : 'processing' } };
        const output = isVideo ? `${url}/delivery/a.mp4` : [`${url}/delivery/a.png`];
        return prediction ?? { json: { ...shown, status: 'succeeded', output } };
      }
      if (path.startsWith('/delivery/')) return { bytes: path.endsWith('.mp4') ? SAMPLE_MP4 : SAMPLE_PNG };
      return undefined;
    },
  });
}
