import type { PlanStep, ToolCall, Trajectory, TurnRecord } from '#trials/trial/trajectory.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import { redactJson, redactObject } from './redact-json.ts';

/** Removes secrets from everything that was said, called, returned and logged in a trial. */
export function redactTrajectory(
  { turns, log, stderr, workspace }: Trajectory,
  redact: (text: string) => string,
): Trajectory {
  return {
    turns: turns.map((turn) => redactTurn(turn, redact)),
    log: redact(log),
    stderr: redact(stderr),
    ...(workspace !== undefined && { workspace: redactWorkspace(workspace, redact) }),
  };
}

function redactWorkspace(facts: WorkspaceFacts, redact: (text: string) => string): WorkspaceFacts {
  return {
    ...facts,
    changes: facts.changes.map((change) => ({ ...change, path: redact(change.path) })),
    patch: redact(facts.patch),
    files: facts.files.map(({ path, text }) => ({ path: redact(path), text: text === null ? null : redact(text) })),
    commands: facts.commands.map((command) => ({
      ...command,
      stdout: redact(command.stdout),
      stderr: redact(command.stderr),
      ended: command.ended === null ? null : { ...command.ended, why: redact(command.ended.why) },
    })),
  };
}

function redactTurn(turn: TurnRecord, redact: (text: string) => string): TurnRecord {
  return {
    ...turn,
    input: redact(turn.input),
    output: turn.output === null ? null : redact(turn.output),
    tool_calls: turn.tool_calls?.map((call) => redactCall(call, redact)) ?? null,
    ...(turn.mcp_reads && { mcp_reads: turn.mcp_reads.map((read) => ({ ...read, name: redact(read.name) })) }),
    plan: turn.plan?.map((step) => redactStep(step, redact)) ?? null,
    metadata: turn.metadata && redactObject(turn.metadata, redact),
    state: redactJson(turn.state, redact),
    retrieved: turn.retrieved?.map(redact) ?? null,
    ...(turn.model_calls === undefined ? {} : { model_calls: redactCalls(turn.model_calls, redact) }),
  };
}

function redactCalls(
  calls: TurnRecord['model_calls'],
  redact: (text: string) => string,
): NonNullable<TurnRecord['model_calls']> | null {
  return calls?.map((call) => ({ ...call, model: call.model === null ? null : redact(call.model) })) ?? null;
}

function redactCall(call: ToolCall, redact: (text: string) => string): ToolCall {
  return { ...call, ...redactStep(call, redact), result: redactJson(call.result, redact) };
}

function redactStep(step: PlanStep, redact: (text: string) => string): PlanStep {
  return { name: redact(step.name), arguments: redactObject(step.arguments, redact) };
}
