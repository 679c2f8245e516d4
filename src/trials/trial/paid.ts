/** Trials and model calls that one side of a run was paid for. */
export interface PaidSide {
  readonly trials: number;
  readonly calls: number;
  readonly tokens: number;
  /** `null`: some of it has no price. */
  readonly cost_usd: number | null;
}

/** The one account of what a run was paid for, by side. */
export type Paid = Readonly<Record<'change' | 'main', PaidSide>>;
