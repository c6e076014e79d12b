/** A line through measurements. */
export interface FittedLine {
  /** Change of y for each 1 of x. */
  readonly slope: number;
  /** The interval that contains the true slope with a probability of 95 %. */
  readonly low: number;
  readonly high: number;
  /** The fitted y at the first and at the last x. */
  readonly first: number;
  readonly last: number;
}

/** Half the width of a 95 % interval in standard errors, for 30 degrees of freedom and more. */
const T = 2.04;

/**
 * Fits a line to at least three points by least squares: slope = sum(u y) / sum(u u), where u is the distance
 * of x from its mean. Neighbouring measurements of a process resemble each other, so the standard error is the
 * one of Newey and West (A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent
 * covariance matrix, Econometrica 55, 1987), with their weights and 4 (n / 100)^(2/9) lags.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): FittedLine {
  const count = points.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const square = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / square;
  const at = (x: number): number => meanY + slope * (x - meanX);
  const moments = points.map(([x, y]) => (x - meanX) * (y - at(x)));
  const lags = Math.ceil(4 * (count / 100) ** (2 / 9));
  let variance = covariance(moments, 0);
  for (let lag = 1; lag <= lags; lag++) variance += 2 * (1 - lag / (lags + 1)) * covariance(moments, lag);
  // Two values of the points are used up: the mean and the slope.
  const error = Math.sqrt((Math.max(0, variance) * count) / (count - 2)) / square;
  const [first, last] = [points[0]?.[0] ?? NaN, points.at(-1)?.[0] ?? NaN];
  return { slope, low: slope - T * error, high: slope + T * error, first: at(first), last: at(last) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the sum of the products of values that are `lag` apart. */
function covariance(values: readonly number[], lag: number): number {
  return values.slice(lag).reduce((sum, value, index) => sum + value * (values[index] ?? 0), 0);
}
