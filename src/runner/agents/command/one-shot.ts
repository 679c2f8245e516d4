import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { createDeferred } from '#process/deferred.ts';
import { FLOODED } from '#process/flood.ts';
import { endWithin, type ProgramEnd, type ProgramSpec, startProgram } from '#process/program.ts';
import { workspaceSpec } from '#process/workspace-spec.ts';
import { answerText } from '#trials/checks/response/silence.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { McpSession } from '#wire/mcp/ports.ts';
import type { RecorderSession, TurnRecording } from '#wire/ports.ts';
import type { ResultFields } from '../result/result-fields.ts';
import { type AgentMcp, mcpTurns } from '../turn/agent-mcp.ts';
import { converse } from '../turn/converse.ts';
import { encodeLine, parseAgentLine, type TurnLine } from '../turn/protocol.ts';
import type { Recording } from '../turn/record-turn.ts';
import type { AnswerTime, Reply } from '../turn/reply.ts';
import { startTurnClock } from '../turn/turn-clock.ts';
import { createCapture, type TrialOutput } from './capture.ts';
import type { Channel, ChannelOptions, ProgramRecording } from './channel.ts';
import { createOneShotOutput, type OneShotOutput } from './one-shot-output.ts';
import { type ProcessSessions, recordedSpec } from './recorded-spec.ts';

/** A process per turn: the turn's line on standard input, `{input}` in an argument replaced by the turn's text. */
export function createOneShot({ spec, limits, user, recording, mcp, tools, onAnswer }: ChannelOptions): Channel {
  const closing = new AbortController();
  const running = new Set<Promise<Reply>>();
  return {
    async converse(plan, signal) {
      const capture = createCapture();
      const either = AbortSignal.any([signal, closing.signal]);
      const sessions = sessionsPerTurn(recording, mcp, plan);
      const options = { limits, user, recording: sessions.recording, mcp: sessions.mcp, tools, signal: either };
      const conversation = await converse(plan, options, async (line, live) => {
        const own = sessions.current();
        const turn = runOnce(workspaceSpec(recordedSpec(spec, own), plan.workspace), line, capture, live, either);
        running.add(turn);
        const reply = await turn;
        running.delete(turn);
        own.models?.close();
        await own.mcp?.close();
        if (reply.kind === 'result' || reply.kind === 'error' || reply.kind === 'invalid') onAnswer();
        return reply;
      });
      return { conversation, capture, queued_ms: 0 };
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Turns of one conversation, each recorded separately, because each is a process of its own. */
function sessionsPerTurn(models: ProgramRecording | null, mcp: AgentMcp | null, plan: TrialPlan) {
  let session: RecorderSession | null = null;
  let servers: McpSession | null = null;
  const recording: Recording | null = models && {
    settings: models.settings,
    notes: models.notes,
    async begin(turn) {
      session = await models.recorder.open();
      return session.begin(turn);
    },
  };
  const begin = mcpTurns(
    mcp,
    async (all) => {
      servers = await all.open();
      return servers;
    },
    plan,
  );
  return { recording, mcp: begin, current: (): ProcessSessions => ({ models: session, mcp: servers }) };
}

/** Milliseconds that a program gets to exit after it answered in protocol. */
const EXIT_GRACE_MS = 1_500;
const TERM_GRACE_MS = 300;
type Event =
  | { readonly kind: 'ended' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'flooded'; readonly problem: string };

async function runOnce(
  spec: ProgramSpec,
  line: TurnLine,
  capture: TrialOutput,
  live: TurnRecording | null,
  signal: AbortSignal,
): Promise<Reply> {
  if (signal.aborted) return { kind: 'cancelled' };
  const bytesBefore = capture.stdout.bytes();
  const first = createDeferred<Event>();
  let ready = false;
  let answered: AnswerTime | null = null;
  const output = createOneShotOutput(line.id, capture, {
    onAnswer() {
      answered = time();
      first.resolve({ kind: 'answered' });
    },
    onReady() {
      ready = true;
      clock.restart();
    },
  });
  const command = spec.command.map((argument) => argument.replaceAll('{input}', () => line.input));
  const program = startProgram(
    { ...spec, command },
    {
      line(text) {
        capture.stdout.addLine();
        output.line(text);
      },
      stdout(chunk) {
        capture.stdout.add(chunk.length);
        output.chunk(chunk);
        if (capture.stdout.over(1)) first.resolve({ kind: 'flooded', problem: FLOODED.total });
      },
      stderr: (chunk) => capture.stderr(chunk),
      overlong: () => first.resolve({ kind: 'flooded', problem: FLOODED.line }),
    },
  );
  const clock = startTurnClock(
    line.deadline_ms,
    () => live?.waited() ?? 0,
    () => program.exited() || first.resolve({ kind: 'timeout' }),
  );
  /** The time so far. A process has started when it says `ready` or calls a model. */
  const time = (): AnswerTime =>
    ready
      ? { latency_ms: clock.elapsed() }
      : { latency_ms: live?.sinceFirstCall() ?? null, latency_at_most_ms: clock.elapsed() };
  program.write(encodeLine(line));
  program.closeInput();
  void program.ended.then(() => first.resolve({ kind: 'ended' }));

  const onAbort = () => first.resolve({ kind: 'cancelled' });
  signal.addEventListener('abort', onAbort, { once: true });
  const event = await first.promise;
  const took = answered ?? time();
  clock.stop();
  signal.removeEventListener('abort', onAbort);

  switch (event.kind) {
    case 'ended':
      return replyAfterEnd(await program.ended, output, capture, took);
    case 'answered': {
      const end = await endWithin(program, EXIT_GRACE_MS);
      if (end !== null) return replyAfterEnd(end, output, capture, took);
      await program.stop(TERM_GRACE_MS);
      return answerOf(output, took);
    }
    case 'flooded':
      await program.stop(0);
      return { kind: 'invalid', problem: event.problem };
    default:
      await program.stop(TERM_GRACE_MS);
      return event.kind === 'cancelled'
        ? event
        : { kind: 'timeout', printed: capture.stdout.bytes() > bytesBefore ? 'unended' : 'elsewhere' };
  }
}

/** A nonzero exit code is a crash, whatever was printed before: programs use it to report failure. */
function replyAfterEnd(end: ProgramEnd, output: OneShotOutput, capture: TrialOutput, took: AnswerTime): Reply {
  if (end.kind === 'not_started') return end;
  if (end.code !== 0) return { ...end, stderr: capture.texts().stderr, answered: output.answer() !== null };
  return answerOf(output, took);
}

function answerOf(output: OneShotOutput, took: AnswerTime): Reply {
  const answer = output.answer();
  switch (answer?.kind) {
    case 'result':
      return { kind: 'result', fields: answer.fields, ...took };
    case 'error':
      return { kind: 'error', fault: answer.fault, message: answer.message };
    case 'invalid':
      return { kind: 'invalid', problem: answer.problem };
    default: {
      const hidden = output.hidden();
      if (hidden !== null) return { kind: 'invalid', problem: hidden };
      const text = output.plainText();
      if (text === null) return { kind: 'invalid', problem: FLOODED.text };
      return { kind: 'result', fields: answerWithoutId(text) ?? { output: answerText(text) }, ...took };
    }
  }
}

/**
 * The fields of an answer without an id: a one-shot program answers only one turn, and one that gets its input as an argument
 * can't know the id. The whole output may be the answer, on one line or several, or its last line. `null` if neither is an
 * object with `output`, `messages` or `tool_calls`: then the output is text.
 */
function answerWithoutId(output: string): ResultFields | null {
  const lastLine = output.slice(output.lastIndexOf('\n') + 1);
  for (const text of [output, lastLine]) {
    const value = text.trimStart().startsWith('{') ? jsonOrUndefined(text) : undefined;
    if (!isJsonObject(value) || !looksLikeAnswer(value)) continue;
    const line = parseAgentLine(jsonText({ ...value, id: 'it' }), () => true);
    if (line.kind === 'result') return line.fields;
  }
  return null;
}

function looksLikeAnswer(value: JsonObject): boolean {
  if ('id' in value || 'type' in value) return false;
  return 'output' in value || Array.isArray(value['messages']) || Array.isArray(value['tool_calls']);
}
