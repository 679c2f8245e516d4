import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { measuresEmbeddings } from '#cases/suite/measures-embeddings.ts';
import { PROVIDER_KEYS } from '#commands/compose/agent-environment.ts';
import { openGraders } from '#commands/compose/models/open-graders.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import type { RegradeOptions } from '#commands/options/judge-flags.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Budget } from '#ports/ports.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import type { Asking } from '#runner/labels/calibrate-by-labels.ts';
import { createBudget } from '#runner/trials/budget.ts';

/** The models that grade a suite on this machine, as far as its cases need them. */
export function gradersHere(
  { config, cases }: Pick<LoadedSuite, 'config' | 'cases'>,
  { allowedHosts: allowed_hosts }: Pick<RegradeOptions, 'allowedHosts'>,
  redact: (text: string) => string,
  budget: Budget,
  embedding = cases.some(measuresEmbeddings),
): ReturnType<typeof openGraders> {
  const needs = { judge: cases.some(isJudgedByModel), embedding };
  return openGraders({ config, environment: process.env, allowed_hosts, budget, redact, needs });
}

/** The judge alone; `problem`: why it can't be asked, a sentence part. */
export async function judgeHere(
  suite: Pick<LoadedSuite, 'config' | 'cases'>,
  options: Pick<RegradeOptions, 'allowedHosts'>,
  redact: (text: string) => string,
  budget: Budget,
): ReturnType<Asking['open']> {
  const opened = await gradersHere(suite, options, redact, budget, false);
  return 'problem' in opened || opened.no_judge === null ? opened : { problem: opened.no_judge };
}

/** What everything that a command grades may cost together; all its requests share one. */
export function gradingBudget({ maxCostUsd, maxTokens }: Pick<RegradeOptions, 'maxCostUsd' | 'maxTokens'>): Budget {
  return createBudget(budgetOf({ maxCostUsd, maxTokens, maxDuration: null, maxTrials: null }), systemClock);
}

/** Masks keys of providers, and the values of these variables. */
export function redactorOf(names: readonly string[]): (text: string) => string {
  return secretRedactor([...PROVIDER_KEYS, ...names].flatMap((name) => process.env[name] ?? []));
}
