import { z } from 'zod';
import { Destination } from '../../../edit/schema/destination.ts';
import { Url } from '../answers.ts';

/** What is sent to the Serve API, for the API description. The route reads it with the words of the edit's parser. */
export const TransferBody = z
  .looseObject({
    url: Url.describe('Where the file is: an http(s) address that anybody can fetch.'),
    id: z.string().min(1).max(255).describe('A name of your own, 1 to 255 characters; several may be alike.'),
    destinations: z.array(Destination).describe('Where to send it.'),
  })
  .meta({ id: 'Transfer', description: 'A file to fetch and to send on.' });
