/** The cosine of the angle between two vectors, −1 to 1; `null` if they have different lengths, or one has no direction. */
export function cosine(left: readonly number[], right: readonly number[]): number | null {
  if (left.length !== right.length) return null;
  // The largest number of each is divided out, so that squares neither overflow nor vanish.
  const [scale, otherScale] = [largest(left), largest(right)];
  if (scale === 0 || otherScale === 0) return null;
  let product = 0;
  let norm = 0;
  let otherNorm = 0;
  for (const [at, value] of left.entries()) {
    const [x, y] = [value / scale, (right[at] ?? 0) / otherScale];
    product += x * y;
    norm += x * x;
    otherNorm += y * y;
  }
  return Math.max(-1, Math.min(1, product / Math.sqrt(norm * otherNorm)));
}

function largest(vector: readonly number[]): number {
  return vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
