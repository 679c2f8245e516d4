/** A closed interval; `low` ≤ `high`, in the unit of the value it surrounds. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The interval `centre` ± `margin`. */
export function around(centre: number, margin: number): Interval {
  return { low: centre - margin, high: centre + margin };
}
