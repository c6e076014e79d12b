import { test } from 'vitest';
import { storeInS3 } from './store-in-s3.ts';

test('a render is stored in S3, served by signed redirects, usable as a source, and deleted', () =>
  storeInS3({ KINORA_S3_FILES: 'redirect', KINORA_FILES: 'signed' }, true));
