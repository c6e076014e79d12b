import { z } from 'zod';

/** A time in a report, ISO 8601. The process that makes the report gives a `Date`. */
export const ReportTime = z.union([z.date().transform((time) => time.toISOString()), z.iso.datetime()]);

/** The stage that something belongs to. */
export const StageName = z.enum(['v1', 'stage']);
