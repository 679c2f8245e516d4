import { cutEnd } from '#common/cut.ts';
import { listed, plural } from '#common/words.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { TracesReading } from '../result/merge-traces.ts';
import type { ReportedTurn } from '../result/merge-wire.ts';
import type { WireTurn } from '../result/wire-turn.ts';
import type { TurnLine } from './protocol.ts';

/** Differences between what an agent reports and what crosses the wire, over all its trials. */
export interface RecordNotes {
  /** Records that a model call of the agent was seen, in any turn. */
  callSeen(priced: boolean): void;
  /** Whether one was ever seen. */
  seesCalls(): boolean;
  /**
   * Notes that a turn reported its tool calls: a request offered a tool, or the agent, its traces or its MCP servers reported
   * them.
   */
  callsShown(): void;
  /** Whether one ever did: then a turn that reports none had none. */
  showsCalls(): boolean;
  /** Whether a turn ever had a cost: then making no call costs 0; otherwise the cost of calls is unknown. */
  seesCosts(): boolean;
  /** Adds an answered turn. */
  add(line: Pick<TurnLine, 'id' | 'case_id'>, reported: ReportedTurn, wire: WireTurn): void;
  /** Adds what became of a turn's traces. */
  traced(line: Pick<TurnLine, 'id'>, traces: TracesReading): void;
  /** Sentences for the report, best read after the last trial. Tool names come from the agent, so they are untrusted. */
  sentences(): readonly string[];
}

/** Before the first turn. */
export function createRecordNotes(): RecordNotes {
  let turns = 0;
  let unseen = 0;
  /** Answered cases, and whether a model call of theirs was ever seen, or may have been missed. */
  const callsOf = new Map<string, boolean>();
  let compared = 0;
  let differing = 0;
  let example = '';
  let sees = false;
  let costs = false;
  let shows = false;
  let tracedTurns = 0;
  const untraced: string[] = [];

  return {
    callSeen: (priced) => {
      sees = true;
      costs ||= priced;
    },
    seesCalls: () => sees,
    callsShown: () => {
      shows = true;
    },
    showsCalls: () => shows,
    seesCosts: () => costs,
    add({ id, case_id }, { account }, wire) {
      turns += 1;
      const missed = wire.calls === 0 && !wire.known && sees;
      callsOf.set(case_id, callsOf.get(case_id) === true || wire.calls > 0 || missed);
      if (wire.calls === 0) {
        if (missed) unseen += 1;
        return;
      }
      // A list on one side only is no disagreement: text-ReAct never shows its tools on the wire, many agents return none.
      if (!account.tool_calls?.length || !wire.tool_calls?.length) return;
      compared += 1;
      const [own, seen] = [namesOf(account.tool_calls), namesOf(wire.tool_calls)];
      if (own === seen) return;
      differing += 1;
      if (example === '')
        example = `${id}: the agent reports ${cutEnd(own, 200)}; its model requested ${cutEnd(seen, 200)}`;
    },
    traced({ id }, traces) {
      tracedTurns += 1;
      if (traces.kind === 'unknown') untraced.push(`${id}: ${traces.problem}`);
    },
    sentences() {
      const notes: string[] = [];
      if (untraced.length > 0)
        notes.push(
          `in ${untraced.length} of ${plural(tracedTurns, 'turn')} the traces that \`record: {traces: true}\` asks for were missing or not whole (${cutEnd(untraced[0] ?? '', 300)}), so their tool calls are unknown. docs/traces.md says what the agent has to send.`,
        );
      if (turns > 0 && !sees && tracedTurns === untraced.length) notes.push(NO_CALL_SEEN);
      else if (unseen > 0)
        notes.push(
          `in ${unseen} of ${turns} recorded turns the recorder saw no model call; their tokens are unknown. ${WHERE_CALLS_GET_LOST}`,
        );
      const without = [...callsOf].flatMap(([id, seen]) => (seen ? [] : [id]));
      if (sees && without.length > 0) notes.push(noCallIn(without, callsOf.size));
      if (differing > 0)
        notes.push(
          `in ${differing} of ${compared} recorded turns the tool calls that the agent reports differ from those that its model requested (${example}). agent.record.tool_calls says which of them counts.`,
        );
      return notes;
    },
  };
}

const NO_CALL_SEEN =
  "the recorder saw no model call: does the agent's client read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST? Without that its tokens and tool calls can't be recorded.";

function noCallIn(cases: readonly string[], of: number): string {
  const ids = cases.map((id) => cutEnd(id, 100));
  return `the recorder saw no model call in ${cases.length} of ${plural(of, 'case')} (${listed(ids)}), so they count as answered without a model. If they were not, their client does not read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST.`;
}

const WHERE_CALLS_GET_LOST =
  'An agent that plays several trials at once has to call its model by the base_urls of the turn, or send the header x-agent-eval-trial.';

/** Sorted, so that only the multiset counts. */
function namesOf(calls: readonly ToolCall[]): string {
  const names = calls.map(({ name }) => name).sort();
  return names.length === 0 ? 'none' : names.join(', ');
}
