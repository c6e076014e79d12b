import { setTimeout as sleep } from 'node:timers/promises';
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../base/logger.ts';
import { findChosenIds } from '../base/observe/spans.ts';

/** Sends spans by another exporter, and writes one line to the log if the receiver goes away or returns. */
class ReportingExporter implements SpanExporter {
  private readonly exporter: SpanExporter;
  private readonly log: Logger;
  private isAway = false;

  constructor(exporter: SpanExporter, log: Logger) {
    this.exporter = exporter;
    this.log = log;
  }

  export(spans: ReadableSpan[], report: (result: ExportResult) => void): void {
    this.exporter.export(spans, ({ code, error }) => {
      const hasFailed = code === ExportResultCode.FAILED;
      if (hasFailed && !this.isAway)
        this.log.warn(
          { err: error },
          'Could not send traces. The spans are lost until the receiver answers.',
        );
      else if (!hasFailed && this.isAway) this.log.info({}, 'The receiver of the traces answers again.');
      this.isAway = hasFailed;
      // The failure is reported already, so OpenTelemetry need not report it, too.
      report({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** Maximum milliseconds that a process that stops waits for the receiver of its last spans. */
const MAX_FLUSH_MS = 5_000;

/**
 * Starts to send the spans of this process to a receiver of OpenTelemetry. The exporter reads the standard
 * variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `..._HEADERS`, `..._TIMEOUT`, certificates, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`). A receiver that is away costs spans and a line in the log, and nothing else.
 *
 * @param share share of the traces that are sent, from 0 to 1.
 * @param version version of Kinora.
 */
export function openTracing({ share, version }: { share: number; version: string }, log: Logger) {
  const own = resourceFromAttributes({
    'service.name': 'kinora',
    'service.version': version,
    'process.pid': process.pid,
  });
  diag.setLogger(toDiagnostics(log), DiagLogLevel.WARN);
  const provider = new TracerProvider({
    resource: own.merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    // Decides by the id of the trace alone, so all processes send the same renders whole.
    sampler: new TraceIdRatioBasedSampler(share),
    idGenerator: new ChosenIdGenerator(),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new ReportingExporter(new OTLPTraceExporter(), log) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { close: (): Promise<void> => closeTracing(provider, log) };
}

/** Sends the spans that are left, and stops. Never rejects. */
async function closeTracing(provider: TracerProvider, log: Logger): Promise<void> {
  try {
    const late = sleep(MAX_FLUSH_MS, undefined, { ref: false });
    await Promise.race([provider.shutdown(), late]);
  } catch (error) {
    log.warn({ err: error }, 'Could not send the last spans of the traces.');
  }
  trace.disable();
  propagation.disable();
  context.disable();
  diag.disable();
}

/** Generates random ids, except for the spans whose ids follow from those of their work. */
class ChosenIdGenerator implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  readonly generateTraceId = (): string => findChosenIds()?.traceId ?? this.random.generateTraceId();
  readonly generateSpanId = (): string => findChosenIds()?.spanId ?? this.random.generateSpanId();
}

function toDiagnostics(log: Logger): Parameters<typeof diag.setLogger>[0] {
  const warn = (message: string): void => log.warn({ reason: message }, 'The traces have a problem.');
  const ignore = (): void => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
