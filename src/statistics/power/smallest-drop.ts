/** Four changes out of five. */
const USUALLY = 0.8;

/** No larger drop is of interest: the suite is as good as blind. */
const LARGEST = 0.6;

/** To a twentieth of a point. */
const HALVINGS = 10;

/**
 * The smallest drop of the mean that is red in four of five changes that have it.
 *
 * @param powerAt the share of reds at a drop
 * @returns in rates; `null` if not even a drop of 60 points is
 */
export function smallestDrop(powerAt: (drop: number) => number): number | null {
  let [low, high] = [0, LARGEST];
  if (powerAt(high) < USUALLY) return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (powerAt(middle) >= USUALLY) high = middle;
    else low = middle;
  }
  return high;
}
