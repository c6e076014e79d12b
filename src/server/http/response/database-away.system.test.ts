import { expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres } from '../../../store/test-databases.fixture.ts';
import { EDIT, openTestServer } from '../server.fixture.ts';

const ID = '018e8b5e-2f3a-7c4d-9b1a-0123456789ab';
const REQUESTS = [
  ['GET', `/edit/v1/render/${ID}`],
  ['POST', '/edit/v1/render', EDIT],
  ['GET', `/edit/v1/render/${ID}/events`],
  ['GET', '/v1/templates'],
  ['GET', `/serve/v1/assets/${ID}`],
  ['POST', '/serve/v1/assets', { url: 'https://media.example/a.mp4' }],
  ['GET', '/ingest/v1/sources'],
  ['POST', '/ingest/v1/upload'],
  ['POST', '/create/v1/assets', { provider: 'kinora', options: { type: 'text-to-speech', text: 'Hi' } }],
] as const;

it.skipIf(!HAS_POSTGRES)(
  'answers 503 on every route while the database is away, and again after it',
  async () => {
    const postgres = await startPostgres();
    const server = await openTestServer(postgres.location);
    try {
      const known = await server.ask('GET', '/v1/templates');
      expect(known.statusCode).toBe(200);
      await postgres.crash();
      for (const [method, url, body] of REQUESTS) {
        const response = await server.ask(method, url, body);
        expect([url, response.statusCode]).toEqual([url, 503]);
        expect(response.headers['retry-after']).toBe('10');
        expect(response.body).toContain('"code":"database_unavailable"');
        expect(response.body).toContain(
          'The database of Kinora is not available at the moment. Try again later.',
        );
      }
      await postgres.restart();
      await expect.poll(async () => (await server.ask('GET', '/v1/templates')).statusCode).toBe(200);
    } finally {
      await server.close();
      await postgres.stop();
    }
  },
);
