import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { BehaviourChange } from '#gate/behaviour/compare-behaviour.ts';

/** The change behaves otherwise than main. */
export interface BehaviourChangedFacts extends Pick<BehaviourChange, 'p' | 'cases' | 'suite'> {
  /** Fresh trials of both sides show it; else those of the looks against main's stored runs. */
  readonly is_fresh: boolean;
  /** The run ended before its last look, so that outcomes decided how many trials there are: it is a hint. */
  readonly is_early: boolean;
  /** Why fresh trials do not decide, although they should; `null`: they do, or need not. */
  readonly untried: string | readonly SideDoubt[] | null;
}

/** No change of behaviour was seen, or none could be. */
export type BehaviourSameFacts =
  /** `too_few`: with so many trials of main no single case could have shown one; `null`: one could. */
  | { readonly kind: 'same'; readonly too_few: number | null }
  /** It looked changed, and fresh trials of both sides do not show it. */
  | { readonly kind: 'held' }
  /** The agent does not report its calls. */
  | { readonly kind: 'not_reported' }
  /** Main's runs were made before its config compared behaviour. */
  | { readonly kind: 'not_on_main' };
