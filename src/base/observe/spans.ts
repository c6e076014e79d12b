import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { errorCodeOf } from '../error-code.ts';

/**
 * Attributes of a span, with their names as OpenTelemetry has them or in `kinora.`. They may hold ids, but no
 * URL and no secret.
 */
export type SpanAttributes = Attributes;

/** A request that is traced from its arrival to its answer. */
export interface TracedRequest {
  /** Runs work as a part of the request. */
  run(work: () => void): void;
  end(attributes: SpanAttributes, status: number): void;
}

/** Spans of which each begins when the one before ends. */
export interface TracedStages {
  enter(name: string): void;
  end(): void;
}

/** The ids that the next span gets instead of random ones. Set only while that span starts. */
let chosenIds: SpanContext | undefined;

/** Returns the ids of the span that starts right now, if they are not left to chance. For the generator of ids. */
export function findChosenIds(): Pick<SpanContext, 'traceId' | 'spanId'> | undefined {
  return chosenIds;
}

/** Returns the tracer of this process. One that was kept would not know a provider that is registered later. */
function tracer(): Tracer {
  return trace.getTracer('kinora');
}

/**
 * Returns the ids of the first span of a piece of work. They follow from its UUID, so every process of an
 * installation finds the trace of a render without asking another.
 */
function firstSpanOf(id: string): SpanContext {
  const traceId = id.replaceAll('-', '').toLowerCase();
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/**
 * Begins the trace of a piece of work that waits in a queue from now on. The trace has the id of the work, and
 * a link to the request that asked for it.
 *
 * @param id a UUID.
 */
export function beginTrace(name: string, id: string, attributes: SpanAttributes): void {
  const cause = trace.getActiveSpan()?.spanContext();
  chosenIds = firstSpanOf(id);
  try {
    const links = cause ? [{ context: cause }] : [];
    tracer().startSpan(name, { kind: SpanKind.PRODUCER, root: true, attributes, links }).end();
  } finally {
    chosenIds = undefined;
  }
}

/**
 * Does work of a queue as a span of the trace that {@link beginTrace} began, after a span of its own for the
 * time that it has waited.
 *
 * @param id the UUID of the work.
 * @param due when it could have begun, if that is known.
 */
export async function inSpanOf<Result>(
  { id, due }: { readonly id: string; readonly due?: Date },
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = trace.setSpanContext(ROOT_CONTEXT, firstSpanOf(id));
  // The clock of the database may be ahead of that of this machine.
  if (due)
    tracer()
      .startSpan('waiting', { startTime: Math.min(due.getTime(), Date.now()) }, parent)
      .end();
  const span = tracer().startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent);
  return await runInSpan(span, trace.setSpan(parent, span), work);
}

/** Runs work as a child of the current span. Without a current span, only runs the work. */
export async function inSpan<Result>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return await work();
  const span = tracer().startSpan(name, { attributes });
  return await runInSpan(span, trace.setSpan(context.active(), span), work);
}

async function runInSpan<Result>(
  span: Span,
  within: ReturnType<typeof context.active>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await context.with(within, work);
  } catch (error) {
    setFailure(span, errorCodeOf(error) ?? 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Begins the first of several consecutive spans within the current one. Later ones begin wherever
 * their news arrives. Without a current span, does nothing.
 */
export function beginStages(name: string): TracedStages {
  const within = context.active();
  const begin = (stage: string): Span | undefined =>
    trace.getSpan(within) && tracer().startSpan(stage, {}, within);
  let span = begin(name);
  return {
    enter(stage) {
      span?.end();
      span = begin(stage);
    },
    end: () => span?.end(),
  };
}

/**
 * Adds attributes to the current span.
 *
 * @param failure the code of the error, if the work of the span has failed.
 */
export function describeSpan(attributes: SpanAttributes, failure?: string): void {
  const span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (span && failure !== undefined) setFailure(span, failure);
}

/** Begins the span of an HTTP request, in the trace of its client if the request names one (`traceparent`). */
export function traceRequest(name: string, headers: Readonly<Record<string, unknown>>): TracedRequest {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
  return {
    run: (work) => context.with(trace.setSpan(parent, span), work),
    end(attributes, status) {
      span.setAttributes({ ...attributes, 'http.response.status_code': status });
      if (status >= 500) setFailure(span, String(status));
      span.end();
    },
  };
}

function setFailure(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
