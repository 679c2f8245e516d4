import { cutEnd } from '#domain/cut.ts';
import { jsonText } from '#domain/json-text.ts';
import { exceptionLine } from './exception-line.ts';
import type { ToolCall } from './trajectory.ts';
import type { Trial } from './trial.ts';

/**
 * What a trial says about its failure, as one line: the end of an MCP server that brought it down, the exception that ended the agent, else the error that a tool returned,
 * else an exception that the agent logged and survived, unless a trial beside it may have. `null` if there is none. Untrusted text.
 */
export function trialCause({ end, shared_output, trajectory: { turns, stderr, log } }: Trial): string | null {
  const message = end.kind === 'failed' ? end.failure.message : '';
  const lost = LOST_SERVER.exec(message)?.[1] ?? null;
  if (lost !== null) return cutEnd(lost, LONGEST_CAUSE);
  const ended = exceptionLine(message);
  const written = shared_output === true ? null : (exceptionLine(stderr) ?? exceptionLine(log));
  const crashed = end.kind === 'failed' && end.failure.kind === 'crash' ? (ended ?? written) : null;
  const tool = turns.flatMap(({ tool_calls }) => tool_calls ?? []).findLast((call) => toolError(call) !== null);
  const line = crashed ?? (tool === undefined ? written : `tool ${tool.name}: ${toolError(tool)}`);
  return line === null ? null : cutEnd(line, LONGEST_CAUSE);
}

/** How an end begins that the end of an MCP server led to. */
const LOST_SERVER = /^(the MCP server [^\n]*?); then the agent /;

/** Long enough for a name and a sentence. */
const LONGEST_CAUSE = 300;

/** The line in which a tool reports that it failed; `null` for a tool that answered. */
function toolError({ status, result }: Pick<ToolCall, 'status' | 'result'>): string | null {
  const text = typeof result === 'string' ? result : jsonText(result);
  const named = exceptionLine(text);
  if (named !== null) return named;
  const [first = ''] = text.trim().split('\n');
  return status === 'error' || EXCEPTION.test(first) ? first : null;
}

/** How frameworks pass a tool's exception to the model: `Error: NameError("…")`, `An error occurred while running the tool …`. */
const EXCEPTION = /^(?:An error occurred\b|Error\b.*:|[\w.]*(?:Error|Exception)\b\s*[:(])/;
