import type { ModelFigures } from '#gate/upgrade/upgrade-file.ts';
import type { Interval } from '#statistics/interval.ts';

/**
 * Several agents that ran the same cases on equal terms: comparison.json, and what every rendering of it shows. Rates are 0–1, times
 * milliseconds, costs US dollars. Reasons, models and ids are untrusted text.
 */
export interface ModelComparison {
  readonly schema_version: 1;
  /** Trials per case that were planned for each agent; cases with a number of their own have that. */
  readonly trials: number;
  /** Cases in the table and in the tests: every agent that could run has a judged trial of each. */
  readonly cases: number;
  /** In the order in which they were asked for. */
  readonly agents: readonly AgentRow[];
  /** Each agent with every later one; empty where a single agent could run. */
  readonly pairs: readonly AgentPair[];
  /** Cases in which agents pass different shares, the largest spread first. */
  readonly differing: readonly DifferingCase[];
  /** Cases outside the table and the tests, by why. */
  readonly left_out: readonly UncomparedCases[];
  /** What a reader has to know about the equal terms, a sentence each. */
  readonly notes: readonly string[];
}

/** One agent over the compared cases. */
export interface AgentRow extends ModelFigures {
  readonly name: string;
  /** Why it has no trials, a sentence part; `null`: it has. */
  readonly problem: string | null;
  readonly planned: number;
}

/** Whether one of two agents passes more. */
export interface AgentPair {
  readonly first: string;
  readonly second: string;
  /** Mean over cases of (second − first); `null` without evidence. */
  readonly difference: number | null;
  /** For this pair alone. */
  readonly ci95: Interval | null;
  /** Of the stratified exact test, two-sided. */
  readonly p: number;
  /** After Holm, over all pairs. */
  readonly p_holm: number;
  /** The agent that passes more beyond chance; `null`: no difference is shown. */
  readonly better: string | null;
  /** The decision as a sentence part. */
  readonly words: string;
}

/** A case and each agent's passes, in the order of the agents. */
export interface DifferingCase {
  readonly id: string;
  readonly passes: readonly { readonly passed: number; readonly scored: number }[];
}

/** Cases without a judged trial of some agent. */
export interface UncomparedCases {
  readonly ids: readonly string[];
  /** The first agent without one, and the first reason that its trials give; `null`: none was run. */
  readonly agent: string;
  readonly reason: string | null;
}

/** What renderings show: a comparison, or what an upgrade came to. */
export interface ShownComparison extends Omit<ModelComparison, 'schema_version' | 'agents' | 'pairs'> {
  readonly agents: readonly ShownRow[];
  /** What is decided; `better`: it is good news. */
  readonly pairs: readonly Pick<AgentPair, 'better' | 'words'>[];
  /** What it says of itself in place of a comparison's own words; `file`: what its documents are called, without their ends. */
  readonly head?: Readonly<Record<'file' | 'title' | 'facts' | 'sure', string>>;
}

/** A row, and what an upgrade knows besides of a model, in words. */
export interface ShownRow extends AgentRow {
  readonly standing?: string;
  readonly worst_case?: string;
  readonly frontier?: string;
}

/** Every agent could run, and something was compared. */
export function isWhole({ agents, cases }: ModelComparison): boolean {
  return cases > 0 && agents.every(({ problem }) => problem === null);
}
