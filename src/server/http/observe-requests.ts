import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measure } from '../../base/observe/measurement.ts';
import { type TracedRequest, traceRequest } from '../../base/observe/spans.ts';

/** The pattern of a parameter of a route, such as `(^(?:v1|stage)$)`. */
const PARAMETER_RULE = /\(\^[^^]*\$\)/;

/** Counts and traces the requests of all routes that are added afterwards. */
export function observeRequests(app: FastifyInstance): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    traced.set(request, traceRequest(`${request.method} ${routeOf(request)}`, request.headers));
    done();
  });
  // Not earlier: the events of a body that arrives would leave the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = traced.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOf(request);
    measure({ kind: 'request', method, route, status, seconds: elapsedTime / 1000 });
    traced
      .get(request)
      ?.end({ 'http.request.method': method, 'http.route': route, 'kinora.request': request.id }, status);
    done();
  });
}

/** Returns the pattern of a route, because URLs have ids, and clients may make up others. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url?.replace(PARAMETER_RULE, '') ?? 'unknown';
}
