import { readFile } from 'node:fs/promises';
import type { TurnRecord } from '#trials/trial/trajectory.ts';

/** What a turn's record says that comes from the agent's messages, without the results of tools. */
export interface TurnAccount {
  readonly output: TurnRecord['output'];
  readonly steps: TurnRecord['steps'];
  readonly usage: TurnRecord['usage'];
  readonly tool_calls: readonly {
    readonly name: string;
    readonly status: string | null;
    readonly step: number | null;
  }[];
}

/** The turns of each case in a trajectories.jsonl that the bundle wrote. */
export async function readTrajectories(path: string): Promise<ReadonlyMap<string, readonly TurnAccount[]>> {
  const text = await readFile(path, 'utf8');
  const lines: readonly StoredTrial[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(
    lines.map(({ case_id, trajectory }) => [
      case_id,
      trajectory.turns.map(({ output, steps, usage, tool_calls }) => ({
        output,
        steps,
        usage: counts(usage),
        tool_calls: (tool_calls ?? []).map(({ result: _, ...call }) => call),
      })),
    ]),
  );
}

/** Formats differ in which parts of the counts (cache, reasoning) they tell. */
function counts(usage: TurnRecord['usage']): TurnAccount['usage'] {
  if (usage === null) return null;
  const { input_tokens, output_tokens, total_tokens, cost_usd, estimated } = usage;
  return { input_tokens, output_tokens, total_tokens, cost_usd, estimated };
}

interface StoredTrial {
  readonly case_id: string;
  readonly trajectory: { readonly turns: readonly TurnRecord[] };
}
