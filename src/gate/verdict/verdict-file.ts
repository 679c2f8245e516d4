import { hashJson } from '#common/hash-json.ts';
import { canonicalJson } from '#common/json.ts';
import { asJson, jsonText, parseJsonText } from '#common/json-text.ts';
import { sha256Hex } from '#common/sha256.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { caseKey } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import type { DecidedFiles, KnownFacts } from './decide-again.ts';

/** The file that lets anyone derive a verdict again. */
export const VERDICT_FILE = 'verdict.json';

/** Files that a verdict may name: other documents only render these. */
export const DATA = /\.jsonl?$/;

/** What a signature of one says of itself. */
export const VERDICT_PREDICATE = 'https://github.com/org/agent-eval-action/verdict/v1';

/** Name of the copy of a run of main, as it was compared: 1 is the nearest. */
export function mainFile(place: number): string {
  return `main-${place}.json`;
}

/** Whether a name is that of such a copy: what lies next to it belongs to the run that was compared with main's. */
export function isMainFile(name: string): boolean {
  return /^main-[1-9]\d*\.json$/.test(name);
}

/** Trials of a case in the comparison. */
interface CaseCounts {
  readonly passed: number;
  readonly failed: number;
  /** Without an outcome. */
  readonly missing: number;
}

/** verdict.json: what was evaluated, on which files, and what came of it. All but `files` and `known` follows from those files. */
export interface VerdictFile
  extends Pick<ResultsFile, 'schema_version' | 'tool' | 'repository' | 'commit' | 'run' | 'config'>,
    Pick<Decision, 'verdict' | 'heading' | 'reasons' | 'decision'> {
  /** Hash of the agent and the cases as they were evaluated. */
  readonly content: string;
  readonly policy: Pick<ResultsFile['policy'], 'sha' | 'hash'>;
  /** SHA-256 of each file, by name. */
  readonly files: { readonly [name: string]: string };
  readonly cases: readonly (Pick<Comparison['cases'][number], 'id' | 'status'> & {
    readonly here: CaseCounts | null;
    readonly main: CaseCounts | null;
  })[];
  readonly known: KnownFacts;
}

/** What a run decided, as a file. */
export function verdictFile(
  { results }: Pick<DecidedFiles, 'results'>,
  { comparison, decision: decided }: { readonly comparison: Comparison; readonly decision: Decision },
  { files, known }: Pick<VerdictFile, 'files' | 'known'>,
): VerdictFile {
  const { schema_version, tool, repository, commit, run, config, policy, agent, cases } = results;
  const { verdict, heading, reasons, decision } = decided;
  return {
    ...{ schema_version, tool, repository, commit, run, config },
    policy: { sha: policy.sha, hash: hashJson(policy.effective) },
    content: hashJson([agent.key, agent.treatment_hash, cases.map((item) => [item.id, caseKey(item)])]),
    files,
    ...{ verdict, heading, reasons },
    cases: comparison.cases.map(({ id, status, candidate, baseline }) => ({
      ...{ id, status, here: countsOf(candidate), main: countsOf(baseline) },
    })),
    decision,
    known,
  };
}

/** Its text, which begins with the hash of all that follows: the same for equal values, in whichever order they hold their keys. */
export function verdictText(file: VerdictFile): string {
  const sorted = Object.entries(file).map(([name, value]) => [name, parseJsonText(canonicalJson(asJson(value)))]);
  const rest = Object.fromEntries(sorted);
  return `${jsonText({ digest: sha256Hex(jsonText(rest)), ...rest }, 1)}\n`;
}

function countsOf(item: CaseRecord | null): CaseCounts | null {
  if (item === null) return null;
  const of = (outcome: CaseRecord['trials'][number]['outcome']) =>
    item.trials.filter((trial) => trial.outcome === outcome).length;
  return { passed: of('passed'), failed: of('failed'), missing: of('error') };
}
