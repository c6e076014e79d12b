import { parser } from '@prometheus-io/lezer-promql';

/** Returns the names of the metrics of a query. @throws if it is not PromQL. */
export function listMetricNames(query: string): string[] {
  const names: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`The query cannot be parsed at ${from}: ${query}`);
      if (type.name === 'Identifier') names.push(query.slice(from, to));
    },
  });
  return names;
}

/** Returns the name of the metric that a series belongs to: a histogram has several series. */
export function toMetricName(series: string): string {
  return series.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, '');
}
