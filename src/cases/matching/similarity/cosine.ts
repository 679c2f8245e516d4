/** The cosine of the angle between two vectors, −1 to 1; `null` if they have different lengths, or one has no direction. */
export function cosine(one: readonly number[], other: readonly number[]): number | null {
  if (one.length !== other.length) return null;
  // The largest number of each is divided out, so that squares neither overflow nor vanish.
  const [scale, otherScale] = [largest(one), largest(other)];
  if (scale === 0 || otherScale === 0) return null;
  let product = 0;
  let norm = 0;
  let otherNorm = 0;
  for (const [at, value] of one.entries()) {
    const [left, right] = [value / scale, (other[at] ?? 0) / otherScale];
    product += left * right;
    norm += left * left;
    otherNorm += right * right;
  }
  return Math.max(-1, Math.min(1, product / Math.sqrt(norm * otherNorm)));
}

function largest(vector: readonly number[]): number {
  return vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
