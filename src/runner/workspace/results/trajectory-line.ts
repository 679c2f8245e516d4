import { jsonText } from '#common/json-text.ts';
import type { TrialToStore } from '#ports/ports.ts';
import { redactTexts, redactTrajectory } from '#report/redaction/redact-data.ts';
import { trajectoryText } from '#trials/trial/stored-trajectory.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Most bytes of one stored trajectory; a longer one is truncated with a note. */
const MAX_TRAJECTORY_BYTES = 256 * 1024;
const KEPT_CHARACTERS = 16 * 1024;

/** A line of trajectories.jsonl. */
export interface NewTrajectoryLine {
  readonly id: string;
  readonly line: string;
  readonly state: Exclude<TrialRecord['trajectory_state'], 'absent'>;
}

/**
 * One line of trajectories.jsonl, redacted; truncated after redaction, so that no secret is cut in two and missed. What no check
 * grades goes first: a line that is too long only because of its model calls is stored without them.
 */
export function trajectoryLine(
  caseId: string,
  index: number,
  { trajectory, end, judge_log: log = [] }: TrialToStore,
  redact: (text: string) => string,
): NewTrajectoryLine {
  const head = { id: `${caseId}#${index}`, case_id: caseId, trial: index };
  // For people, never graded: what is removed from it leaves the trajectory complete.
  const judge = log.length === 0 ? {} : { judge: log.map((call) => ({ ...call, answer: redact(call.answer) })) };
  const text = (state: 'complete' | 'redacted', of: Pick<Trial, 'trajectory' | 'end'>) =>
    trajectoryText({ ...head, state, ...of, ...judge });
  let found = false;
  const noting = (text: string): string => {
    const clean = redact(text);
    found ||= clean !== text;
    return clean;
  };
  const redacted = { end: redactEnd(end, noting), trajectory: redactTrajectory(trajectory, noting) };
  const clean = text('complete', redacted);
  const bytes = Buffer.byteLength(clean);
  if (bytes > MAX_TRAJECTORY_BYTES) {
    const without = withoutCalls(trajectory);
    if (without !== null) return trajectoryLine(caseId, index, { trajectory: without, end, judge_log: log }, redact);
    if (log.length > 0) return trajectoryLine(caseId, index, { trajectory, end }, redact);
    const note = `the trajectory has ${bytes} bytes, at most ${MAX_TRAJECTORY_BYTES} are stored`;
    const line = jsonText({
      ...head,
      state: 'truncated',
      end: redacted.end,
      note,
      beginning: clean.slice(0, KEPT_CHARACTERS).toWellFormed(),
    });
    return { id: head.id, line, state: 'truncated' };
  }
  if (!found || clean === text('complete', { end, trajectory })) return { id: head.id, line: clean, state: 'complete' };
  return { id: head.id, line: text('redacted', redacted), state: 'redacted' };
}

/** `null`: it names no model calls. */
function withoutCalls(trajectory: Trajectory): Trajectory | null {
  if (trajectory.turns.every(({ model_calls: calls }) => calls === undefined || calls === null)) return null;
  return { ...trajectory, turns: trajectory.turns.map(({ model_calls: _, ...turn }) => turn) };
}

function redactEnd(end: TrialEnd, redact: (text: string) => string): TrialEnd {
  switch (end.kind) {
    case 'completed':
      return end;
    case 'failed':
      return { ...end, failure: redactTexts(end.failure, redact) };
    case 'error':
      return { ...end, error: { ...end.error, message: redact(end.error.message) } };
  }
}
