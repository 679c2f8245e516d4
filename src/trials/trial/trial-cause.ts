import { cutEnd } from '#common/cut.ts';
import { exceptionLine, exceptionType } from '#common/exception-line.ts';
import { jsonText } from '#common/json-text.ts';
import type { ToolCall } from './trajectory.ts';
import type { FailureCause, Trial } from './trial.ts';

/**
 * What a trial says about its failure, as one line: what ended the agent, else the error that a tool returned, else an exception
 * that the agent logged and survived, unless a trial next to it may have. `null` if there is none. Untrusted text.
 */
export function trialCause({ end, shared_output, trajectory: { turns, stderr, log } }: Trial): FailureCause | null {
  const failure = end.kind === 'failed' ? end.failure : null;
  if (failure?.cause !== undefined) return failure.cause;
  const exception = shared_output === true ? null : exceptionCause(exceptionLine(stderr) ?? exceptionLine(log));
  if (failure?.kind === 'crash' && exception !== null) return exception;
  const tool = turns.flatMap(({ tool_calls }) => tool_calls ?? []).findLast((call) => toolError(call) !== null);
  const message = tool === undefined ? null : toolError(tool);
  if (tool === undefined || message === null) return exception;
  return { line: cutEnd(`tool ${tool.name}: ${message}`, LONGEST_CAUSE), type: exceptionType(message) };
}

/** An exception as a cause. */
export function exceptionCause(line: string | null): FailureCause | null {
  return line === null ? null : { line: cutEnd(line, LONGEST_CAUSE), type: exceptionType(line) };
}

/** Long enough for a name and a sentence. */
export const LONGEST_CAUSE = 300;

/** The line in which a tool reports that it failed; `null` for a tool that answered. */
function toolError({ status, result }: Pick<ToolCall, 'status' | 'result'>): string | null {
  const text = typeof result === 'string' ? result : jsonText(result);
  const exception = exceptionLine(text);
  if (exception !== null) return exception;
  const [first = ''] = text.trim().split('\n');
  return status === 'error' || EXCEPTION.test(first) ? first : null;
}

/** How frameworks pass a tool's exception to the model: `Error: NameError("…")`, `An error occurred while running the tool …`. */
const EXCEPTION = /^(?:An error occurred\b|Error\b.*:|[\w.]*(?:Error|Exception)\b\s*[:(])/;
