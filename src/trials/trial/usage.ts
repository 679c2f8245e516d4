/** Token counts and cost. `input_tokens` includes cache reads and writes, `output_tokens` includes reasoning; `null`: not reported. */
export interface Usage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  /** What was paid. */
  readonly cost_usd: number | null;
  /** What it costs at list prices, as if no token had come from a cache; absent: nobody knows the prices. */
  readonly list_cost_usd?: number | null;
  /** `true` if the counts were estimated from characters, not reported. */
  readonly estimated: boolean;
  /** Parts of `input_tokens` that the provider read from its cache and wrote to it. */
  readonly cache_read_tokens?: number | null;
  readonly cache_write_tokens?: number | null;
  /** The part of `cache_write_tokens` that is kept for an hour, which has a price of its own; of single calls alone. */
  readonly cache_write_1h_tokens?: number | null;
  /** The part of `output_tokens` spent on reasoning. */
  readonly reasoning_tokens?: number | null;
  /** Names of the models as served, sorted, each once. */
  readonly models?: readonly string[];
}
