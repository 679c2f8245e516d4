/** Two-sided 95 % interval [low, high]. */
export type IntervalEnds = readonly [number, number];
