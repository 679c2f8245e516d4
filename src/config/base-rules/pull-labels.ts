import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { WithheldFacts } from '#gate/decision/facts/circumstance-facts.ts';

/** Labels of a pull request that this action knows. */
export const LABELS = { start: 'eval', full: 'eval: full', skip: 'eval: skip' } as const;

/** Labels of a pull request. */
export interface PullLabels {
  readonly names: readonly string[];
  /** Somebody started this run by hand. */
  readonly wanted: boolean;
}

/** What a pull request's labels say, by the rules of its base. */
export interface LabelReading {
  /** Why nothing is evaluated; `null`: it is. */
  readonly withheld: WithheldFacts | null;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}

/**
 * Whether labels leave a pull request unevaluated. Where they may, an open verdict does not block.
 *
 * @param labels absent: the run is of no pull request
 * @param suite under the rules of its base commit
 * @param isOfBase whether they are; else labels do nothing, because a change must not allow itself to be skipped
 */
export function readLabels<Suite extends Pick<LoadedSuite, 'config'>>(
  labels: PullLabels | undefined,
  suite: Suite,
  isOfBase: boolean,
): LabelReading & { readonly suite: Suite } {
  const { start, skip } = isOfBase ? suite.config.label_rules : NOTHING_ALLOWED;
  const { names, wanted } = labels ?? { names: [], wanted: true };
  const has = (label: string) => names.includes(label);
  const notes =
    has(LABELS.skip) && !skip
      ? [
          `The label "${LABELS.skip}" has no effect: main's config does not allow it (pull_request_labels: {skip: true}).`,
        ]
      : [];
  if (wanted) return { withheld: null, notes: [], suite };
  if (has(LABELS.skip) && skip) {
    const { config } = suite;
    const open = { ...suite, config: { ...config, gate: { ...config.gate, on_inconclusive: 'warn' as const } } };
    return {
      withheld: { kind: 'skipped', label: LABELS.skip },
      notes,
      suite: open,
    };
  }
  if (start && !has(LABELS.start) && !has(LABELS.full)) {
    return { withheld: { kind: 'waiting', label: LABELS.start }, notes, suite };
  }
  return { withheld: null, notes, suite };
}

const NOTHING_ALLOWED = { start: false, skip: false };
