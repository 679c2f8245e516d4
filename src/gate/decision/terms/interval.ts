/** Two-sided 95 % interval [low, high]. */
export type Interval = readonly [number, number];
