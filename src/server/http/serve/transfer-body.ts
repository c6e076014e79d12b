import { z } from 'zod';
import { Destination } from '../../../edit/schema/destination.ts';
import { isHttpUrl, MAX_URL_CHARACTERS } from '../../../edit/schema/fields.ts';
import { listOf } from '../../../edit/schema/list.ts';
import { planDelivery } from '../../../hosting/delivery-plan.ts';
import { mustBeText, OUT_OF_RANGE } from '../request/read-request.ts';

const ADDRESS = mustBeText(
  `a URL of at most ${MAX_URL_CHARACTERS} characters that starts with http:// or https://`,
);
const MAX_ID_LENGTH = 255;
const ID = mustBeText(`a string of 1 to ${MAX_ID_LENGTH} characters, your own id of the transfer`);

/** A file to transfer, and its destinations. Other properties are accepted (contract C19). */
export const TransferBody = z
  .looseObject({
    url: z
      .string(ADDRESS)
      .refine((url) => url.trim() !== '' && url.length <= MAX_URL_CHARACTERS, { ...ADDRESS, ...OUT_OF_RANGE })
      .refine(isHttpUrl, ADDRESS)
      .meta({
        format: 'uri',
        description: `The public URL of the file (http or https), at most ${MAX_URL_CHARACTERS} characters.`,
      }),
    id: z
      .string(ID)
      .min(1, ID)
      .max(MAX_ID_LENGTH, ID)
      .refine((id) => id.trim() !== '', { ...ID, ...OUT_OF_RANGE })
      // PostgreSQL cannot store U+0000.
      .refine((id) => !id.includes('\0'), ID)
      .describe(`Your own id of the transfer, 1 to ${MAX_ID_LENGTH} characters. It need not be unique.`),
    destinations: listOf(Destination)
      .refine(
        (destinations) => {
          const { isHosted, external } = planDelivery(destinations);
          return isHosted || external.length > 0;
        },
        { error: 'must name another destination if the built-in hosting is excluded', ...OUT_OF_RANGE },
      )
      .describe('The destinations to send the file to.'),
  })
  .meta({ id: 'Transfer', description: 'A file to transfer, and its destinations.' });

/** The known properties of a {@link TransferBody}. A request may have a million others. */
export const KnownTransfer = TransferBody.strip();

/** A file to fetch, and the destinations to send it to. */
export type TransferRequest = z.output<typeof KnownTransfer>;
