import { z } from 'zod';
import { TOKEN_SCOPES } from '../../../store/schema.ts';
import { oneOf } from '../request/read-request.ts';
import { createId } from '../response/schemas.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** For how long a token is valid, in milliseconds. */
export const TOKEN_TIMES = {
  preview: { standard: DAY_MS / 24, most: DAY_MS },
  edit: { standard: DAY_MS / 24, most: DAY_MS },
  form: { standard: 7 * DAY_MS, most: 30 * DAY_MS },
} as const;

/** The scope of a token. */
export const ScopeOfToken = z
  .enum(TOKEN_SCOPES, oneOf(TOKEN_SCOPES))
  .describe(
    'What the token may be used for. preview: frames, sheets, waveforms, layers and dry runs of one kept edit as it is saved. form: the form of one template, previews and renders with values, and uploads. edit: reading and saving one kept edit, previews, and uploads.',
  );

/** An origin as browsers send it, such as `https://www.example.com`. */
export const Origin = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text, {
    error: 'must be an origin as browsers send it, such as https://www.example.com, without a path',
  });

/** The body of a request for a token. */
export const TokenBody = z
  .strictObject({
    scope: ScopeOfToken,
    edit: createId('must be the id of a kept edit, a UUID')
      .optional()
      .describe('The id of the kept edit. Required for the scopes preview and edit.'),
    template: createId('must be the id of a template, a UUID')
      .optional()
      .describe('The id of the template. Required for the scope form.'),
    expires: z.iso
      .datetime({ offset: true, error: 'must be a time, such as 2026-12-24T18:00:00Z' })
      .optional()
      .describe(
        'The end of the validity: at most 30 days from now for the scope form, else at most one day. Default: 7 days for the scope form, else one hour.',
      ),
    origin: Origin.optional().describe(
      'The only origin of pages that may use the token. Default: pages of all origins may.',
    ),
  })
  .refine(({ scope, template }) => (scope === 'form') === (template !== undefined), {
    error: 'is required for the scope form, and for it alone',
    path: ['template'],
  })
  .refine(({ scope, edit }) => (scope !== 'form') === (edit !== undefined), {
    error: 'is required for the scopes preview and edit, and for them alone',
    path: ['edit'],
  })
  .meta({ id: 'NewToken', description: 'A short-lived token to make.' });
