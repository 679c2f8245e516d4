import type { ComponentChildren } from 'preact';
import { dollars, duration, wholeNumber } from '#common/words.ts';
import type { ModelCallRecord } from '#trials/trial/model-call-record.ts';
import type { Trajectory, TurnRecord } from '#trials/trial/trajectory.ts';
import { visibleText } from '../markup/shown.ts';

/** One bar of a turn: a model call, a tool, or the time between two model calls, in which tools and the agent work. */
interface Span {
  readonly kind: 'model' | 'tools';
  readonly label: string;
  readonly start: number;
  readonly length: number;
  readonly call: ModelCallRecord | null;
}

/** When the models of a trial were asked and its tools ran, with tokens and cost of each model call. */
export function timeline({ turns }: Trajectory): ComponentChildren {
  const timed = turns.filter((turn) => spansOf(turn).length > 0);
  if (timed.length === 0) return <p class="none">When its model calls were made is not recorded.</p>;
  const whole = Math.max(1, ...timed.map(lengthOf));
  return (
    <table class="timeline">
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      {timed.map((turn) => turnRows(turn, turns.length > 1, whole))}
    </table>
  );
}

const HEADS = ['step', 'when', 'took', 'tokens in', 'out', 'cost'];

function turnRows(turn: TurnRecord, several: boolean, whole: number): ComponentChildren {
  return (
    <tbody>
      {several ? (
        <tr>
          <th colspan={HEADS.length} scope="rowgroup">{`Turn ${turn.turn}`}</th>
        </tr>
      ) : null}
      {spansOf(turn).map((span) => {
        const usage = span.call?.usage ?? null;
        return (
          <tr class={span.kind}>
            <th scope="row">{visibleText(span.label)}</th>
            <td class="bar">{bar(span, whole)}</td>
            <td class="number">{duration(span.length)}</td>
            <td class="number">{count(usage?.input_tokens)}</td>
            <td class="number">{count(usage?.output_tokens)}</td>
            <td class="number">{usage?.cost_usd == null ? '' : dollars(usage.cost_usd)}</td>
          </tr>
        );
      })}
    </tbody>
  );
}

const WIDTH = 300;

function bar({ kind, start, length }: Span, whole: number): ComponentChildren {
  const x = (WIDTH * start) / whole;
  return (
    <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
      <rect
        class={kind}
        x={x.toFixed(1)}
        y={kind === 'model' ? 1 : 4}
        width={Math.max(1, (WIDTH * length) / whole).toFixed(1)}
        height={kind === 'model' ? 10 : 4}
      />
    </svg>
  );
}

/** Model calls with what lies between them, and what MCP servers were asked by code: in the order of their beginning. */
function spansOf(turn: TurnRecord): readonly Span[] {
  const tools = (turn.tool_calls ?? []).filter(({ step }) => step === null);
  const calls = [
    ...tools.map(({ name, started_ms: start, duration_ms: took }) => ({ label: `tool: ${name}`, start, took })),
    ...(turn.mcp_reads ?? []).map(({ kind, name, started_ms: start, duration_ms: took }) => ({
      label: `${kind}: ${name}`,
      start,
      took,
    })),
  ];
  const alone = calls.flatMap(({ label, start, took }): readonly Span[] =>
    start === undefined ? [] : [{ kind: 'tools', label, start, length: took ?? 0, call: null }],
  );
  return [...modelSpans(turn), ...alone].sort((left, right) => left.start - right.start);
}

/** Model calls, and what lies between them if it took noticeable time: each tool whose time is known, or all together. */
function modelSpans(turn: TurnRecord): readonly Span[] {
  const calls = [...(turn.model_calls ?? [])].sort((left, right) => left.started_ms - right.started_ms);
  const ends = calls.map(({ started_ms, duration_ms }) => started_ms + duration_ms);
  return calls.flatMap((call, index): Span[] => {
    const model: Span = {
      kind: 'model',
      label: `model ${call.step}${call.model === null ? '' : `: ${call.model}`}`,
      start: call.started_ms,
      length: call.duration_ms,
      call,
    };
    const start = ends[index] ?? 0;
    const end = calls[index + 1]?.started_ms ?? turn.latency_ms ?? start;
    return [model, ...between(turn, call.step, { start, length: end - start })];
  });
}

/** What happened after a model call, up to the next one. */
function between(turn: TurnRecord, step: number, { start, length }: Pick<Span, 'start' | 'length'>): readonly Span[] {
  const tools = (turn.tool_calls ?? []).filter((call) => call.step === step);
  const span = { kind: 'tools', start, call: null } as const;
  if (tools.length > 0 && tools.every(({ duration_ms: took }) => took !== undefined)) {
    return tools.map(({ name, started_ms = start, duration_ms: took = 0 }) => ({
      ...span,
      start: started_ms,
      label: `tool: ${name}`,
      length: took,
    }));
  }
  if (length < 1 || (tools.length === 0 && length < 50)) return [];
  const names = tools.map(({ name }) => name).join(', ');
  const label = tools.length === 0 ? 'agent' : tools.length === 1 ? `tool: ${names}` : `tools, together: ${names}`;
  return [{ ...span, label, length }];
}

function lengthOf(turn: TurnRecord): number {
  return Math.max(0, ...spansOf(turn).map(({ start, length }) => start + length));
}

function count(tokens: number | null | undefined): string {
  return tokens === null || tokens === undefined ? '' : wholeNumber(tokens);
}
