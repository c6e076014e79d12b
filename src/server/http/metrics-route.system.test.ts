import { expect, it } from 'vitest';
import { type Measurement, onMeasurement } from '../../base/observe/measurement.ts';
import { openTestServer } from './server.fixture.ts';

it('serves the metrics to those who may read them, without a key', async () => {
  let isAllowed = true;
  const metrics = {
    contentType: 'text/plain; version=0.0.4',
    read: () => Promise.resolve('all 1\n'),
    allows: () => isAllowed,
  };
  const server = await openTestServer(undefined, undefined, { metrics });
  try {
    const allowed = await server.app.inject({ url: '/metrics' });
    expect([allowed.statusCode, allowed.headers['content-type'], allowed.body]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'all 1\n',
    ]);
    isAllowed = false;
    const refused = await server.app.inject({ url: '/metrics' });
    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain('KINORA_METRICS_TOKEN');
    expect(refused.body).not.toContain('all 1');
  } finally {
    await server.close();
  }
});

it('counts requests by the pattern of their route', async () => {
  const server = await openTestServer();
  const counted: Measurement[] = [];
  const listening = onMeasurement((each) => counted.push(each));
  try {
    await server.ask('GET', '/v1/render/0198f9a2-6f6b-7cc0-8f5e-000000000000?data=false');
    await server.app.inject({ url: '/nobody/knows/this' });
  } finally {
    listening[Symbol.dispose]();
    await server.close();
  }
  const requests = counted.flatMap((each) => (each.kind === 'request' ? [each] : []));
  expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/:version/render/:id', 404],
    ['GET', 'unknown', 404],
  ]);
});
