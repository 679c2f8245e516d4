import type { Judge } from '#application/grader-ports.ts';
import type { BudgetCaps } from '#application/ports.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { secretRedactor } from '#domain/report/redaction/redaction.ts';
import { isJudgedByModel } from '#domain/suite/criteria-of.ts';
import { PROVIDER_KEYS } from '#entry/compose/agent-environment.ts';
import { openJudge } from '#entry/compose/open-judge.ts';
import { budgetOf } from '#entry/compose/request-settings.ts';
import type { RegradeOptions } from '#entry/options/judge-flags.ts';

/** The judge of a suite on this machine, or why it can't be asked, a sentence part; `judge: null`: nothing needs one. */
export async function judgeHere(
  { config, cases }: Pick<LoadedSuite, 'config' | 'cases'>,
  options: Pick<RegradeOptions, 'allowedHosts' | 'maxCostUsd' | 'maxTokens'>,
  redact: (text: string) => string,
  budget: BudgetCaps = gradingBudget(options),
): Promise<{ readonly judge: Judge | null; close(): Promise<void> } | { readonly problem: string }> {
  if (!cases.some(isJudgedByModel)) return { judge: null, close: async () => {} };
  return openJudge({ config, environment: process.env, allowed_hosts: options.allowedHosts, budget, redact });
}

/** What everything that grades may cost together. */
export function gradingBudget({ maxCostUsd, maxTokens }: Pick<RegradeOptions, 'maxCostUsd' | 'maxTokens'>): BudgetCaps {
  return budgetOf({ maxCostUsd, maxTokens, maxDuration: null, maxTrials: null });
}

/** Masks keys of providers, and the values of these variables. */
export function redactorOf(names: readonly string[]): (text: string) => string {
  return secretRedactor([...PROVIDER_KEYS, ...names].flatMap((name) => process.env[name] ?? []));
}
