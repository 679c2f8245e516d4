import type { Config, ReplayConfig } from '#config/config.ts';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import type { Agent, Budget, Clock } from '#ports/ports.ts';
import type { Auditor } from '#runner/trials/audits.ts';
import type { RoundCalls } from '#trials/trial/provider-incident.ts';
import type { JudgeCache, ModelGateway, Recorder, SimulatedUser } from '#wire/ports.ts';

/** What decides who may call which model, with which key, for how much. */
export interface ModelAccessRequest {
  readonly config: Config;
  /** Criteria are to be judged with the config's judge. */
  readonly judges?: boolean;
  /** Verdicts of earlier runs on the same contents; absent: only this run's. */
  readonly judge_cache?: JudgeCache;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly allowed_hosts: readonly string[];
  /** Replaces the config's own mode; `null`: the config decides. */
  readonly replay: ReplayConfig['mode'] | null;
  /** Folder of the cassettes, absolute and inside the workspace. */
  readonly cassette_folder: string;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
}

/** Access to models for one run. */
export interface ModelAccess {
  /** `null` if nothing in the run calls a model. */
  readonly gateway: ModelGateway | null;
  /** What became of the calls of each round; empty if nothing calls a model. */
  rounds(): readonly RoundCalls[];
  /** The models that really answered; see the port of the agent. */
  readonly called: NonNullable<Agent['called']>;
  /** `null` unless the agent's calls are recorded. */
  readonly recorder: Recorder | null;
  readonly user: SimulatedUser | null;
  /** Similarity by embeddings; `null` if the config names no model for them. */
  readonly embedding: NonNullable<CustomChecks['embedding']> | null;
  /** `null` if no criterion is to be judged. */
  readonly judge: Judge | null;
  /** `null` if no second judge is to grade some trials. */
  readonly auditor: Auditor | null;
  /** Variables without which only the judge can't be asked; empty if cassettes replace them. */
  readonly judge_missing: readonly string[];
  /** Variables without which the run can't call its models; empty if cassettes replace them. */
  readonly missing_keys: readonly string[];
  /** Missing variables that cassettes replace. */
  readonly replayed_without: readonly string[];
  /** Trials per case that can be replayed; `null` if models are really called. */
  readonly replayable_trials: number | null;
  /** Ends the servers and writes the cassettes. */
  close(): Promise<void>;
}
