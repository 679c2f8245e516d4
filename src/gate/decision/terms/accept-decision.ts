/** What became of an accept or of an entry of the quarantine. */
export interface AcceptDecision {
  readonly source: 'accept' | 'quarantine';
  /** `null`: it names a metric. */
  readonly case: string | null;
  readonly metric: string | null;
  readonly tag: string | null;
  readonly up_to: number | null;
  readonly reason: string;
  readonly until: string;
  /**
   * `accepted`: what it names would be red, or looks worse, and decides nothing. Everything else has no effect: what it names is
   * not red (`not_red`), beyond what is accepted (`beyond`), not part of the comparison (`unknown`), or must never fail
   * (`never_fail`); main holds it already (`on_main`), its day has passed (`expired`), or main's policy allows none (`off`).
   */
  readonly state: 'accepted' | 'beyond' | 'expired' | 'never_fail' | 'off' | 'on_main' | 'unknown' | 'not_red';
}
