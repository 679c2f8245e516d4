import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { WithheldFacts } from '#gate/decision/facts/circumstance-facts.ts';

/** Labels of a pull request that this action knows. */
export type KnownLabels = { readonly [does in 'start' | 'full' | 'skip']: string };

/** They, by the name of the one that starts an evaluation. */
export function knownLabels(start: string): KnownLabels {
  return { start, full: `${start}: full`, skip: `${start}: skip` };
}

/** Labels of a pull request, and whether it is a draft. */
export interface PullLabels {
  readonly names: readonly string[];
  readonly known: KnownLabels;
  /** Somebody started this run by hand. */
  readonly by_hand: boolean;
  /** Of a draft: whether the workflow starts again when it becomes ready for review; `null`: it is none. */
  readonly awaits_ready: boolean | null;
}

/** What a pull request's labels say, by the rules of its base. */
export interface LabelReading {
  /** Why nothing is evaluated; `null`: it is. */
  readonly withheld: WithheldFacts | null;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}

/**
 * Whether labels leave a pull request unevaluated, or that it is a draft. Where they may, an open verdict does not block.
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
  const { start, skip, skip_drafts } = isOfBase ? suite.config.label_rules : NOTHING_ALLOWED;
  const { names, known, by_hand, awaits_ready } = labels ?? NO_LABELS;
  if (by_hand) return { withheld: null, notes: [], suite };
  const has = (label: string) => names.includes(label);
  const isAsked = has(known.start) || has(known.full);
  const isDraft = skip_drafts && awaits_ready !== null && !isAsked;
  const notes = [
    ...(has(known.skip) && !skip
      ? [
          `The label "${known.skip}" has no effect: main's config does not allow it (pull_request_labels: {skip: true}).`,
        ]
      : []),
    ...(isDraft && !awaits_ready
      ? [
          'This draft is evaluated although main\'s config says drafts: skip: the workflow does not start when it becomes ready; add ready_for_review to "types" of pull_request.',
        ]
      : []),
  ];
  const isSkipped = has(known.skip) && skip;
  if (isSkipped || (isDraft && awaits_ready)) {
    const { config } = suite;
    const open = { ...suite, config: { ...config, gate: { ...config.gate, on_inconclusive: 'warn' as const } } };
    return {
      withheld: isSkipped ? { kind: 'skipped', label: known.skip, start: known.start } : { kind: 'draft' },
      notes,
      suite: open,
    };
  }
  const withheld = start && !isAsked ? ({ kind: 'waiting', label: known.start, start: known.start } as const) : null;
  return { withheld, notes, suite };
}

const NO_LABELS: PullLabels = { names: [], known: knownLabels('eval'), by_hand: true, awaits_ready: null };
const NOTHING_ALLOWED = { start: false, skip: false, skip_drafts: false };
