import { z } from 'zod';
import { declareSettings, type SettingsOf } from '../base/setting.ts';
import type { KeyPair } from '../store/accounts/keys.ts';

const KEY_PAIR = /^v1:(?<v1>[^\s,]+),stage:(?<stage>[^\s,]+)$/;

/** A secret of Standard Webhooks: 24 to 64 bytes in base64. */
const WEBHOOK_SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,86}={0,2}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const keyPair = z.string().transform((text, context): KeyPair => {
  const { v1, stage } = KEY_PAIR.exec(text)?.groups ?? {};
  if (v1 === undefined || stage === undefined || v1 === stage) {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  return { v1, stage };
});

/** The settings of the first account. */
export const FIRST_ACCOUNT_SETTINGS = declareSettings({
  /** The keys. Undefined to generate them once and keep them in the home folder. */
  keys: {
    name: 'KINORA_KEYS',
    default: undefined,
    defaultText: 'generated once, stored in `KINORA_HOME`',
    schema: keyPair,
    mustBe: '`v1:KEY,stage:KEY` with two different keys',
    isSecret: true,
    description:
      'API keys of the first account: `v1:KEY,stage:KEY`. Each should be random and have 22 characters or more.',
  },
  /** The secret that signs the account's callbacks. Undefined to generate one per owner. */
  webhookSecret: {
    name: 'KINORA_WEBHOOK_SECRET',
    default: undefined,
    defaultText: 'generated once per owner',
    schema: z.string().regex(WEBHOOK_SECRET),
    mustBe: '`whsec_` followed by 24 to 64 bytes in base64',
    isSecret: true,
    description:
      'Secret that signs the callbacks of the first account: `whsec_...` ([docs/callbacks.md](docs/callbacks.md)).',
  },
});

/** The values of {@link FIRST_ACCOUNT_SETTINGS}. */
export type FirstAccountSettings = SettingsOf<typeof FIRST_ACCOUNT_SETTINGS>;
