/** How much detail a rendering shows; each step drops whole parts, never half a row. */
export interface Detail {
  /** Cases that get an expandable comparison of expected and actual calls. */
  readonly opened: number;
  /** Cases named per group. */
  readonly named: number;
  /** Rows in the tables of all cases and of tags; with 0, these and the policy are left out. */
  readonly listed: number;
  /** Characters of an agent's answer that are quoted. */
  readonly quoted: number;
  /** Sentences under the verdict, and as many in the background. */
  readonly sentences: number;
  /** Whether there is a folded part besides the cases. */
  readonly background: boolean;
}
