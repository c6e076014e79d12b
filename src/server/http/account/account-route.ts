import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DIALECTS } from '../../../edit/dialect.ts';
import { KEY_SCOPES, STAGES } from '../../../store/schema.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { readDialect } from '../request/read-dialect.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope, Id, Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { AccountLimits, describeLimits } from './account-limits.ts';
import {
  describeDestinations,
  describeGeneration,
  DestinationAccess,
  GenerationAccess,
} from './account-services.ts';

/** The limits of a token that asks for its account. */
const TokenFacts = z
  .object({
    edit: Id.describe('The id of the kept edit that the token is for.'),
    expires: Time.describe('The time when the token stops working.'),
  })
  .meta({ id: 'TokenFacts', description: 'What a token is for, and until when.' });

const Account = z.object({
  owner: Owner,
  environment: z.enum(STAGES).describe('The environment of the key.'),
  watermark: z.boolean().describe('True if everything that is made with the key has a watermark.'),
  scope: z.enum(KEY_SCOPES).describe('What the key may be used for.'),
  dialect: z
    .enum(DIALECTS)
    .describe(
      'The dialect of edits that are sent with the key. interface: the last track is on top. shotstack: the first track is on top. The header x-kinora-dialect counts here, too.',
    ),
  limits: AccountLimits,
  generation: z
    .array(GenerationAccess)
    .describe('The types of media that can be generated, with their makers.'),
  transcription: z.boolean().describe('True if the server can make captions from speech.'),
  destinations: z
    .array(DestinationAccess)
    .describe(
      'The destinations besides the hosting of Kinora. Empty for a token, which sends nothing there.',
    ),
  token: TokenFacts.optional().describe('The limits of the token; absent for a key.'),
});

export const AccountResponse = createEnvelope(
  'AccountResponse',
  Account,
  'What a key may do, the limits of the server, and the services that are set up. It has no secrets.',
);

const RATE = { changes: 300, reads: 3000 };
const EXAMPLE_ACCOUNT: z.infer<typeof Account> = {
  owner: EXAMPLE.render.owner,
  environment: 'v1',
  watermark: false,
  scope: 'full',
  dialect: 'interface',
  limits: {
    requests: { edit: RATE, serve: { changes: 600, reads: 6000 }, ingest: RATE, create: RATE },
    edit: { bytes: 10_485_760, clips: 10_000, seconds: 43_200, outputs: 10, pixels: 4096 },
    ingest: { bytes: 5_000_000_000, seconds: 43_200, pixels: 16_384, uploadSeconds: 86_400 },
    quotas: {
      storedBytes: 1_000_000_000_000,
      sources: null,
      edits: null,
      waitingRenders: null,
      dailyMinutes: 600,
    },
    keep: { renders: 7_776_000, files: null, sources: null, edits: null },
  },
  generation: [
    { type: 'text-to-speech', maker: 'kinora', services: [{ name: 'elevenlabs', ready: false }] },
    { type: 'text-generator', maker: 'openai', services: [{ name: 'openai', ready: true }] },
  ],
  transcription: false,
  destinations: [{ provider: 's3', ready: true }],
};

const GET_ACCOUNT = describeRoute(
  {
    operationId: 'getAccount',
    tags: ['Keys'],
    summary: 'Get the account of the key',
    description:
      'Returns what the key may do, the limits of the server for it, who can generate media, and the destinations with credentials. The response has no secrets, and nothing of other accounts.',
    requestParams: { path: versionPath },
    responses: {
      200: describeEditResponse('The account.', AccountResponse, EXAMPLE_ACCOUNT),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['edit'] },
);

/** Adds `GET /account` of the Edit API: the rights of the key, and the services of the account. */
export function accountRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.get('/account', GET_ACCOUNT, async (request) => {
    const { owner, stage, scope: allowed, token } = callerOf(request);
    const [generation, destinations] = await Promise.all([
      describeGeneration(parts.providers, owner),
      token ? [] : describeDestinations(parts.database.tables, owner),
    ]);
    const account: z.infer<typeof Account> = {
      owner,
      environment: stage,
      watermark: stage === 'stage',
      scope: allowed,
      dialect: readDialect(request, parts),
      limits: describeLimits(parts, stage),
      generation,
      transcription: parts.canTranscribe,
      destinations,
      ...(token && {
        token: { edit: token.subject, expires: token.expires.toISOString() },
      }),
    };
    return wrapResponse('OK', account);
  });
}
