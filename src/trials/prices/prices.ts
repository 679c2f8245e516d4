/** Prices of one model, US dollars per million tokens. Missing ones are the same as `input`, that of an hour as `input_cache_write`. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly input_cache_read: number | null;
  readonly input_cache_write: number | null;
  readonly input_cache_write_1h?: number;
}

/** Prices by the name of the model. */
export type Prices = { readonly [model: string]: ModelPrice };

/** What a run's calls cost. */
export interface CapPrices {
  /** US dollars per million tokens, by model. */
  readonly prices: Prices;
  /** Those of the commit whose rules apply to the run, which its caps go by too; absent: its own rules apply. */
  readonly base_prices?: Prices | undefined;
}
