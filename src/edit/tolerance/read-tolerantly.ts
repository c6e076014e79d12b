import { parseNumber } from '../../base/parse-number.ts';
import type { Dialect } from '../dialect.ts';
import { truncateText } from '../problems/messages.ts';
import { formatPath, MAX_PROBLEMS } from '../problems/problem.ts';
import { Edit } from '../schema/edit.ts';
import { SchemaNode } from '../schema/schema-node.ts';
import type { Warning } from '../warnings/warning.ts';
import { readPrompted } from '../models/read-prompted.ts';
import { mapParts } from './map-parts.ts';
import type { TolerantReading } from './tolerant-reading.ts';

/**
 * Reads an edit with the tolerance of its dialect, before its form is checked. In the dialect `shotstack`, reads loosely
 * written values as the public service reads them (contract C46): where the schema wants a number, a string that
 * holds a number is that number, and an empty string or `null` is an absent optional number. Font weights are clamped
 * to 1–1000. A tween with the easing `linear` moves steadily. In both dialects, assets with a prompt are read by
 * {@link readPrompted}. Everything else stays as it is. Never throws.
 *
 * @param input any JSON value, which is not changed. The result shares the unchanged parts with it.
 */
export function readTolerantly(input: unknown, dialect: Dialect): TolerantReading {
  const prompted = readPrompted(input, dialect);
  if (dialect !== 'shotstack') return prompted;
  const reader = new LooseValueReader();
  const value = reader.read(prompted.value, ROOT);
  return { value, warnings: [...prompted.warnings, ...reader.warnings].slice(0, MAX_PROBLEMS) };
}

const ROOT = new SchemaNode(Edit);

class LooseValueReader {
  readonly warnings: Warning[] = [];
  /** Path of the current value. */
  private readonly path: (string | number)[] = [];

  read(value: unknown, node: SchemaNode): unknown {
    if (typeof value !== 'object' || value === null) return this.readScalar(value, node);
    const copy = mapParts(value, (part, step) => this.readPart(step, part, node.partAt(step, value), value));
    return copy === value ? value : withoutCurve(value, copy as object);
  }

  /** @param around the object or the list of the part. */
  private readPart(
    step: string | number,
    value: unknown,
    node: SchemaNode | undefined,
    around: object,
  ): unknown {
    if (node === undefined) return value;
    this.path.push(step);
    const isNoCurve = step === 'easing' && value === 'linear' && !node.accepts(value);
    if (isNoCurve) this.warnAboutEasing(around);
    const part = isNoCurve ? undefined : this.read(value, node);
    this.path.pop();
    return part;
  }

  private readScalar(value: unknown, node: SchemaNode): unknown {
    if (typeof value === 'boolean' || !node.acceptsNumbers) return value;
    const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
    if (isBlank && node.isOptional) {
      const written = value === null ? 'null' : 'an empty string';
      this.warn(`This number is ${written} and counts as absent. Remove it, or set it to a number.`);
      return undefined;
    }
    if (isBlank) return value;
    const number = typeof value === 'string' ? parseNumber(value) : value;
    if (typeof number !== 'number') return value;
    if (this.path.at(-1) === 'weight') return this.readWeight(value, number, node);
    return number === value || node.accepts(value) ? value : this.readNumber(value, number);
  }

  private warnAboutEasing(tween: object): void {
    const advice = isCurved(tween) ? ' Set "interpolation" to "linear".' : '';
    this.warn(`This easing is "linear", which is no curve, and counts as absent. Remove it.${advice}`);
  }

  private readNumber(value: unknown, number: number): number {
    const written = JSON.stringify(truncateText(String(value)));
    this.warn(`This number is written as the string ${written}. Write it without quotes.`);
    return number;
  }

  private readWeight(value: unknown, weight: number, node: SchemaNode): unknown {
    const clamped = Math.min(Math.max(weight, 1), 1000);
    if (clamped === weight) {
      return weight === value || node.accepts(value) ? value : this.readNumber(value, weight);
    }
    this.warn(`This font weight is ${weight} and counts as ${clamped}. Set it to a number from 1 to 1000.`);
    return clamped;
  }

  private warn(text: string): void {
    if (this.warnings.length < MAX_PROBLEMS) this.warnings.push({ field: formatPath(this.path), text });
  }
}

/** Returns a tween whose easing `linear` was removed without a curve. Every other object stays as it is. */
function withoutCurve(written: object, read: object): object {
  const hasLost = 'easing' in written && !('easing' in read);
  return hasLost && isCurved(read) ? { ...read, interpolation: 'linear' } : read;
}

function isCurved(tween: object): boolean {
  return 'interpolation' in tween && tween.interpolation === 'bezier';
}
