import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../base/logger.ts';

/** Sends spans by another exporter, and writes one line to the log if the receiver goes away or returns. */
export class ReportingExporter implements SpanExporter {
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
