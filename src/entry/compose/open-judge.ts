import { systemClock } from '#adapters/terminal/clock.ts';
import type { Judge } from '#application/grader-ports.ts';
import type { BudgetCaps } from '#application/ports.ts';
import { createBudget } from '#application/trials/budget.ts';
import type { Config } from '#domain/config/config.ts';
import { openModelAccess } from './open-model-access.ts';

/** Who may be asked, with which key, for how much. */
export interface JudgeRequest {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly allowed_hosts: readonly string[];
  readonly budget: BudgetCaps;
  readonly redact: (text: string) => string;
}

/** The judge of a config without its agent; `problem`: it can't be asked, a sentence part. */
export async function openJudge({
  config,
  budget,
  ...request
}: JudgeRequest): Promise<{ readonly judge: Judge; close(): Promise<void> } | { readonly problem: string }> {
  if (config.judge === null) return { problem: 'the config names no judge' };
  const opened = await openModelAccess({
    ...request,
    // Nobody runs: neither agent nor simulated user need a key.
    config: { ...config, agent: { kind: 'recorded', file: '', needs: [] }, simulated_user: null },
    judges: true,
    replay: 'off',
    cassette_folder: '',
    budget: createBudget(budget, systemClock),
    clock: systemClock,
  });
  if ('problem' in opened) return opened;
  const { judge, judge_missing: missing, close } = opened.access;
  if (judge !== null && missing.length === 0) return { judge, close };
  await close();
  return { problem: `${missing.join(', ')} is empty or missing` };
}
