import { type Flags, IMPORT, RUN } from './flags.ts';
import { yesOrNo } from './kinds.ts';
import type { ValuesOf } from './option.ts';

/** Flags of `agent-eval mutants`. */
export const MUTANTS = {
  config: { ...RUN.config, means: 'Eval config with the cases whose checks are tried.' },
  cases: RUN.cases,
  checks: { kind: yesOrNo, default: 'false', means: 'Run checks that are programs on each mutant.' },
  'pass-env': RUN['pass-env'],
  strict: { kind: yesOrNo, default: 'false', means: 'Exit with 1 if a case does not bite.' },
  json: { ...RUN.json, means: 'Print every mutant and what became of it as JSON.' },
} as const satisfies Flags;

/** Their values. */
export type MutantsOptions = ValuesOf<typeof MUTANTS>;

/** Flags of `agent-eval case suggest`. */
export const CASE_SUGGEST = {
  config: { ...RUN.config, means: 'Eval config with the cases.' },
  output: IMPORT.output,
} as const satisfies Flags;

/** Their values. */
export type CaseSuggestOptions = ValuesOf<typeof CASE_SUGGEST>;
