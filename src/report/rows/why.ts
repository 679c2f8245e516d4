import { ofTurn, wrongWords } from '#trials/facts/check-words.ts';
import { causeKind } from '#trials/trial/cause-kind.ts';
import type { CaseRow } from '../report.ts';

/** Why trials of a case fail or could not be judged. */
export interface Why {
  /** `cause`: an exception, a time-out or another end of the agent; `check`: it answered, and wrongly; `error`: the machinery. */
  readonly kind: 'cause' | 'check' | 'error';
  /** One line of untrusted text: the cause's own words, or what differs from what was expected. */
  readonly text: string;
  /** Equal for two cases that have this in common. */
  readonly likeness: string;
}

/** The cause if one is named, else the most frequent difference, else the most frequent error; `null` if nothing failed. */
export function whyOf({ cause, failures, errors }: Pick<CaseRow, 'cause' | 'failures' | 'errors'>): Why | null {
  if (cause !== null) return why('cause', cause);
  const [failure] = failures;
  if (failure !== undefined)
    return why(failure.check === 'agent' ? 'cause' : 'check', ofTurn(failure.turn, wrongWords(failure.fact)));
  const [error] = errors;
  return error === undefined ? null : why('error', `${error.class}: ${error.message}`);
}

function why(kind: Why['kind'], text: string): Why {
  const line = text.split('\n', 1)[0] ?? '';
  return { kind, text: line, likeness: `${kind} ${kind === 'check' ? line : causeKind(line)}` };
}
