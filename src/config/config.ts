import type { CoverageRules } from '#cases/suite/coverage/coverage-rules.ts';
import type { Overlay } from '#cases/suite/hashed-folder.ts';
import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import type { VariantSpec } from '#cases/suite/variant.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { JsonObject } from '#common/json.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { ExplainRules } from '#gate/lines/explain-rules.ts';
import type { CapPrices } from '#trials/prices/prices.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import type { RowMapping } from '#trials/rows/row-mapping.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import type { ForeignOptions } from './foreign-options.ts';
import type { ModelAgentConfig } from './model-agent-config.ts';
import type { McpSettings, RecordSettings } from './recorded-settings.ts';

/** What agents that are programs of the repository have in common. */
interface ProgramSettings {
  readonly record: RecordSettings | null;
  /** `none`: it has no tools, so that its turns without an account of calls made none; absent: nothing is said. */
  readonly tools?: 'none';
  /** `null`: the config names no file of MCP servers, so none is recorded. */
  readonly mcp: McpSettings | null;
  /** Shell lines run once before the first trial. */
  readonly setup: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Environment variables that must be present for the agent to work. */
  readonly needs: readonly string[];
  /** What of it lies in the workspace of each trial, later ones over earlier ones; absent: nothing. */
  readonly overlay?: readonly Overlay[];
}

/**
 * What keeps trials apart that one process is given: nothing; a process of its own for each (`true`); or a message, after which the agent has
 * forgotten those before.
 */
export type Isolate = boolean | 'reset';

/** An agent started as a program, speaking agent protocol 1 on its standard streams. */
export interface CommandAgentConfig extends ProgramSettings {
  readonly kind: 'command';
  /** Program and arguments; an argument may contain `{input}` in one-shot mode. */
  readonly command: readonly string[];
  readonly mode: 'worker' | 'one-shot';
  readonly isolate: Isolate;
}

/** A function exported by a JavaScript or TypeScript module, run in a process of its own. */
export interface ModuleAgentConfig extends ProgramSettings {
  readonly kind: 'module';
  readonly file: string;
  /** Name of the exported function. */
  readonly export: string;
  readonly isolate: Isolate;
}

/** A server that takes agent protocol 1 by POST. */
export interface HttpAgentConfig extends ProgramSettings {
  readonly kind: 'http';
  readonly url: string;
  /** Program and arguments that start the server; `null`: it already runs. */
  readonly start: readonly string[] | null;
  /** Answers with 2xx once the server is ready; `null`: it is ready when `url`'s port accepts a connection. */
  readonly ready_url: string | null;
  readonly ready_timeout_ms: number;
  readonly headers: { readonly [name: string]: string };
  /** Most turns in flight. */
  readonly concurrency: number;
}

/** Recorded trajectories, read from a file. */
export interface RecordedAgentConfig {
  readonly kind: 'recorded';
  readonly file: string;
  readonly needs: readonly string[];
}

/** The eval runner of a team, which runs its own tests: each of its rounds is one trial of every test. */
export interface SuiteAgentConfig {
  readonly kind: 'suite';
  /** Program and arguments of one round. */
  readonly run: readonly string[];
  readonly results: ResultFormat;
  /** Where a file of its own says what, if `results` is `rows`. */
  readonly rows: RowMapping | null;
  /** Glob of the files of which each round adds some; `null`: it replaces its file. */
  readonly newest: string | null;
  /** Where `run` writes; `null`: where {results} says. */
  readonly file: string | null;
  /** Globs of files that say what is expected; `null`: those that the results name. */
  readonly tests: readonly string[] | null;
  /** The same for some tests; `null`: it always runs all. */
  readonly run_cases: readonly string[] | null;
  /** The lowest score that passes, for every scorer or by its name; `null`: rows have outcomes. */
  readonly min_score: number | { readonly [scorer: string]: number } | null;
  /** Patterns of messages that are the provider's. */
  readonly errors: readonly string[];
  /** Rounds at a time. */
  readonly concurrency: number;
  readonly round_timeout_ms: number;
  readonly record: RecordSettings | null;
  readonly setup: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly needs: readonly string[];
}

/** The agent under test, by kind. */
export type AgentConfig =
  | CommandAgentConfig
  | ModuleAgentConfig
  | HttpAgentConfig
  | ModelAgentConfig
  | RecordedAgentConfig
  | SuiteAgentConfig;

/** One of several agents of a config. */
export interface NamedAgent {
  readonly name: string;
  readonly agent: AgentConfig;
}

/** The model that plays simulated users. */
export interface UserModelConfig {
  readonly provider: 'openai' | 'anthropic';
  readonly model: string;
  readonly temperature: number | null;
  readonly base_url: string | null;
}

/** The model of embeddings, behind OpenAI's API or a compatible one. */
export interface EmbeddingModelConfig {
  readonly model: string;
  /** `null`: as many as the model has. */
  readonly dimensions: number | null;
  readonly base_url: string | null;
}

/** How the cases of a suite are varied. */
export interface VariantsConfig {
  /** Of every case without its own. */
  readonly kinds: readonly VariantSpec[];
  /** Writes paraphrases and translations, which are then kept; `null`: nobody does. */
  readonly model: UserModelConfig | null;
  /** Where they are kept, relative to the folder of the config. */
  readonly file: string;
}

/** A model that judges. */
export interface JudgeModelConfig {
  readonly provider: 'openai' | 'anthropic';
  /** Of OpenAI; `chat` for other providers. */
  readonly api: 'chat' | 'responses';
  readonly model: string;
  /** `null`: 0 where the model takes one. */
  readonly temperature: number | null;
  readonly base_url: string | null;
}

/** The judge of criteria. */
export interface JudgeConfig extends JudgeModelConfig {
  /** Odd. A criterion that the first vote finds met has one; else the majority of this many decides. */
  readonly votes: number;
  readonly calls: 'per_criterion' | 'together';
  /** File with its measured error, relative to the folder of the config; it may be missing. */
  readonly calibration: string;
  /** Whether a change can pass if there is no such file. */
  readonly uncalibrated: 'allow' | 'inconclusive';
  /** Judges some trials again where a judged case decides; `null`: nobody does. */
  readonly audit: JudgeModelConfig | null;
}

/** Which pull requests are left unevaluated. */
export interface LabelRules {
  /** Pull requests are evaluated only with a label that asks for it. */
  readonly start: boolean;
  /** A label may leave a pull request unevaluated. */
  readonly skip: boolean;
  /** Drafts are, until they are ready for review. */
  readonly skip_drafts: boolean;
}

/** Where stored model answers are, and how they are used. */
export interface ReplayConfig {
  readonly mode: 'off' | 'record' | 'auto' | 'strict';
  /** Folder of the cassettes, relative to the folder of the config. */
  readonly folder: string;
}

/** One entry of `cases:`: a glob, and how its files are read. */
export interface CasesEntry {
  readonly file: string;
  /** Options for foreign formats; missing ones are as the format defines them. */
  readonly dialect: ForeignOptions;
  /** Put before every id; `{stem}` in it is the name of the file without its extension. */
  readonly id_prefix: string;
  /** Rows to leave out: all that can't be read, or those of these ids and places (`file:line`). */
  readonly skip: 'unreadable' | readonly string[];
  /** Its cases only guard; absent: they are to bite. */
  readonly bites?: false;
  /** A case without expectations only has to answer, because its behaviour is compared; absent: it is refused. */
  readonly input_suffices?: true;
}

/** Limits that fail a trial. Times are milliseconds; `null`: none. */
export interface Limits {
  readonly trial_timeout_ms: number;
  readonly max_steps: number | null;
  readonly max_tool_calls: number | null;
}

/** `agent-eval.yml`, validated and with defaults filled in. */
export interface Config extends CapPrices {
  readonly version: 1;
  /** The agent under test: the only one, or one of several, which is the default one unless another is asked for. */
  readonly agent: AgentConfig;
  /** Its place in the config. */
  readonly agent_path: DocumentPath;
  /** All agents in their order; empty if the config has a single one, without a name. */
  readonly agents: readonly NamedAgent[];
  readonly cases: readonly CasesEntry[];
  /** Which files the cases depend on. */
  readonly coverage: CoverageRules;
  /** `null`: as many as a suite of its size needs. */
  readonly trials: TrialRange | null;
  /** The most fresh trials per case and side for what looks worse; `null`: 20. */
  readonly again: number | null;
  readonly concurrency: number;
  /** Keys of a case, as written. */
  readonly defaults: CaseDefaults;
  readonly limits: Limits;
  readonly replay: ReplayConfig;
  /** Plays the simulated users of cases; `null` if no case needs one. */
  readonly simulated_user: UserModelConfig | null;
  /** Measures similarity by embeddings; `null` if no case needs it. */
  readonly embedding: EmbeddingModelConfig | null;
  readonly variants: VariantsConfig;
  /** Decides the criteria of cases; `null` if no case needs one. */
  readonly judge: JudgeConfig | null;
  /** `chars/4`: estimate tokens that the agent does not report. */
  readonly usage_estimate: 'chars/4' | null;
  /** Whether it is searched which lines broke a case; `null`: it is not. */
  readonly explain: ExplainRules | null;
  /** As the base commit says. */
  readonly label_rules: LabelRules;
  readonly gate: Policy;
  /** The `gate:` mapping as written, for reports. */
  readonly gate_document: JsonObject;
}
