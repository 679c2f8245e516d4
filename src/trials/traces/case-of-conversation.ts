import { BARE_CASE } from '#cases/suite/bare-case.ts';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations } from '#cases/suite/expectation.ts';
import type { TracedConversation, TracedTurn } from './conversation.ts';
import type { Trace } from './otlp/read-otlp.ts';

/**
 * A case with the user's texts of a trace as its turns, which expects the tools that were called then, by their names. It is a
 * proposal: what the agent did need not have been right. Without any call it expects that no tool is called.
 */
export function caseOfConversation({ turns }: TracedConversation, { id, line }: Trace, file: string): Case {
  const [first, ...more] = turns;
  const calls = turns.some((turn) => turn.calls.length > 0);
  return {
    ...BARE_CASE,
    id: caseId(id),
    turns: turns.map((turn) => ({ input: turn.input, expect: more.length === 0 ? null : expectCalls(turn) })),
    expect: calls ? (more.length === 0 ? (expectCalls(first) ?? {}) : {}) : { no_tools: true },
    source: { file, line },
  };
}

function caseId(trace: string): string {
  return `trace-${trace.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64)}`;
}

function expectCalls({ calls }: TracedTurn): Expectations | null {
  if (calls.length === 0) return null;
  return {
    tools: {
      order: 'any',
      allow_extra: true,
      calls: calls.map(({ name }) => ({ kind: 'call', call: { name, args: null, args_match: 'exact', status: null } })),
      before: [],
      forbidden: [],
      min_calls: null,
      max_calls: null,
      min_matched: 1,
    },
  };
}
