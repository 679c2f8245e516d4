import { cutEnd } from '#common/cut.ts';
import { afterReading, createDeferred, type Deferred, settledWithin } from '#process/deferred.ts';
import { createFloodGauge, FLOODED, type FloodGauge } from '#process/flood.ts';
import { type ProgramEnd, type ProgramSpec, startProgram } from '#process/program.ts';
import { type ControlLine, encodeLine, parseAgentLine, type TurnLine } from '../turn/protocol.ts';
import type { AnswerTime, Reply, TimedOut } from '../turn/reply.ts';
import { startTurnClock, type TurnClock } from '../turn/turn-clock.ts';
import { type TrialOutput, toAll } from './capture.ts';
import { hiddenAnswer } from './hidden-answer.ts';
import { createResets, type ResetAnswer } from './resets.ts';

/** One persistent process that answers turns as JSON lines. */
export interface Worker {
  /** Settles once the worker's concurrency is known: it said `ready`, answered, or ended. */
  readonly introduced: Promise<void>;
  /** Trials that it takes at once. */
  concurrency(): number;
  /** `false` once it has ended or is being ended. */
  usable(): boolean;
  ask(line: TurnLine, circumstances: TurnCircumstances, signal: AbortSignal): Promise<Reply>;
  /** Has it forget its trials so far; ends it if it does not. */
  reset(id: string, limitMs: number, signal: AbortSignal): Promise<ResetAnswer>;
  /** Tells the worker that a trial is over, if it accepts that. */
  endTrial(caseId: string, trial: number): void;
  /** Lets it exit by itself, then ends it and everything it started. */
  close(): Promise<void>;
}

/** Milliseconds for a worker to answer `cancel`: after a time-out, and when the run is aborted (the port allows 2 s in all). */
const CANCEL_GRACE_MS = { timeout: 2_000, cancelled: 1_400 };
const TERM_GRACE_MS = 300;
const CLOSE_GRACE_MS = 500;
/** For a program that prints only at the end of its input. */
const END_OF_INPUT_MS = 5_000;
/** How long an answer on its own line may follow a line that contained one: programs also log what they are about to answer. */
const HIDDEN_MS = 2_000;

/** Starts a worker. `onAnswer` is called when it says `ready` or answers for the first time. */
export function startWorker(spec: ProgramSpec, onAnswer: () => void): Worker {
  const pending = new Map<string, PendingTurn>();
  const introduced = createDeferred<void>();
  /** Answered turns whose last stderr output may not have arrived yet. */
  const flushing = new Set<PendingTurn>();
  let ready: { readonly concurrency: number; readonly accepts: ReadonlySet<string> } = {
    concurrency: 1,
    accepts: new Set(),
  };
  let announced = false;
  let usable = true;
  const idle = createFloodGauge();

  const program = startProgram(spec, {
    line: onLine,
    stderr(chunk) {
      const turns = [...pending.values(), ...flushing];
      toAll(
        turns.map(({ capture }) => capture),
        (capture) => capture.stderr(chunk),
      );
    },
    stdout(chunk) {
      if (pending.size > 0) idle.reset();
      const gauges = gaugesNow();
      for (const gauge of gauges) gauge.add(chunk.length);
      if (usable && gauges.some((gauge) => gauge.over(ready.concurrency)))
        void blameProcess({ kind: 'invalid', problem: FLOODED.total });
    },
    overlong: () => blameProcess({ kind: 'invalid', problem: FLOODED.line }),
  });
  void program.ended.then(onExit);
  const resets = createResets((id) => send({ type: 'reset', id }), program.ended);

  function gaugesNow(): readonly FloodGauge[] {
    return pending.size === 0 ? [idle] : [...pending.values()].map((turn) => turn.capture.stdout);
  }

  function onLine(text: string): void {
    for (const gauge of gaugesNow()) gauge.addLine();
    const line = parseAgentLine(text, (id) => pending.has(id) || resets.isPending(id));
    if (resets.take(line)) return;
    switch (line.kind) {
      case 'ready':
        if (announced) return;
        ready = line;
        // Starting up is not answering: the clock of turns already sent starts now.
        for (const turn of openTurns()) turn.clock.restart();
        markReady();
        return;
      case 'log': {
        const turns = [...pending.values()].filter((turn) => line.id === null || turn.line.id === line.id);
        toAll(
          turns.map(({ capture }) => capture),
          (capture) => (line.json ? capture.unexpected(line.text) : capture.log(line.text)),
        );
        if (line.id === null) lookForAnswer(text);
        return;
      }
      case 'result':
        answer(line.id, (turn, started) => ({ kind: 'result', fields: line.fields, ...latencyOf(turn, started) }));
        return;
      case 'error':
        answer(line.id, () => ({ kind: 'error', fault: line.fault, message: line.message }));
        return;
      case 'reset':
        answer(line.id, () => ({ kind: 'invalid', problem: 'type "reset" answers no turn' }));
        return;
      case 'invalid':
        if (line.id === null) void blameProcess({ kind: 'invalid', problem: line.problem });
        else answer(line.id, () => ({ kind: 'invalid', problem: line.problem }), text);
    }
  }

  function lookForAnswer(text: string): void {
    const [only, ...others] = pending.values();
    const unanswered = only === undefined || others.length > 0 || only.answersKnown() ? null : only.line.id;
    const match = hiddenAnswer(text, (id) => pending.has(id), unanswered);
    const turn = match === null ? undefined : pending.get(match.id);
    if (match === null || turn === undefined || turn.hidden !== null) return;
    const { id, problem } = match;
    turn.hidden = problem;
    const giveUpWaiting = () => {
      if (pending.get(id) === turn) answer(id, () => ({ kind: 'invalid', problem }));
    };
    setTimeout(() => afterReading(giveUpWaiting), HIDDEN_MS).unref();
  }

  function answer(id: string, replyTo: (turn: PendingTurn, started: boolean) => Reply, rejected?: string): void {
    const turn = pending.get(id);
    if (turn === undefined) return;
    const started = announced;
    if (rejected !== undefined) turn.capture.log(cutEnd(rejected, 4096));
    markReady();
    pending.delete(id);
    turn.answered.resolve();
    if (turn.state === 'given_up') return;
    turn.state = 'answered';
    turn.clock.stop();
    const reply = replyTo(turn, started);
    flushing.add(turn);
    // What the agent wrote to stderr before its answer.
    afterReading(() => {
      flushing.delete(turn);
      turn.reply.resolve(reply);
    });
  }

  function markReady(): void {
    announced = true;
    introduced.resolve();
    onAnswer();
  }

  function openTurns(): readonly PendingTurn[] {
    return [...pending.values()].filter((turn) => turn.state === 'open');
  }

  async function giveUp(turn: PendingTurn, why: 'timeout' | 'cancelled'): Promise<void> {
    // Of one that has exited, the end says what comes of the turn.
    if (turn.state !== 'open' || (why === 'timeout' && program.exited())) return;
    turn.state = 'given_up';
    turn.clock.stop();
    let printed = turn.answersKnown() ? 'elsewhere' : printedIn(turn, announced);
    if (why === 'timeout' && printed === 'nothing' && !announced) {
      program.closeInput();
      const cancelled = new Promise((resolve) => turn.signal.addEventListener('abort', resolve, { once: true }));
      await settledWithin(Promise.race([program.ended, cancelled]), END_OF_INPUT_MS);
      if (printedIn(turn, announced) !== 'nothing') printed = 'at_end';
    }
    let acknowledged = false;
    if (usable && ready.accepts.has('cancel')) {
      send({ type: 'cancel', id: turn.line.id });
      acknowledged = await settledWithin(Promise.race([turn.answered.promise, program.ended]), CANCEL_GRACE_MS[why]);
    }
    // A process that still works for other trials is spared if it gives this turn up.
    if (!(acknowledged && usable && openTurns().length > 0)) await end(TERM_GRACE_MS);
    pending.delete(turn.line.id);
    turn.reply.resolve(why === 'timeout' ? { kind: 'timeout', printed } : { kind: 'cancelled' });
  }

  /** The process is at fault. A single pending turn takes the blame; with several, it is unknown which. */
  async function blameProcess(reply: Reply): Promise<void> {
    const turns = openTurns();
    for (const turn of turns) {
      turn.state = 'given_up';
      turn.clock.stop();
    }
    await end(0);
    for (const turn of turns) turn.reply.resolve(turns.length > 1 ? { kind: 'displaced' } : reply);
  }

  async function end(graceMs: number): Promise<void> {
    usable = false;
    await program.stop(graceMs);
  }

  function onExit(ended: ProgramEnd): void {
    const wasStopped = !usable;
    usable = false;
    introduced.resolve();
    const turns = openTurns();
    pending.clear();
    for (const turn of turns) {
      turn.clock.stop();
      turn.reply.resolve(wasStopped || turns.length > 1 ? { kind: 'displaced' } : replyOfLoss(turn, ended, announced));
    }
  }

  function send(line: TurnLine | ControlLine): void {
    program.write(encodeLine(line));
  }

  return {
    introduced: introduced.promise,
    concurrency: () => ready.concurrency,
    usable: () => usable,
    async ask(line, circumstances, signal) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (!usable) return { kind: 'displaced' };
      const turn: PendingTurn = {
        ...circumstances,
        line,
        signal,
        reply: createDeferred(),
        answered: createDeferred(),
        bytesBefore: circumstances.capture.stdout.bytes(),
        clock: startTurnClock(line.deadline_ms, circumstances.waited, () => giveUp(turn, 'timeout')),
        hidden: null,
        state: 'open',
      };
      pending.set(line.id, turn);
      const onAbort = () => giveUp(turn, 'cancelled');
      signal.addEventListener('abort', onAbort, { once: true });
      send(line);
      const reply = await turn.reply.promise;
      signal.removeEventListener('abort', onAbort);
      return reply;
    },
    async reset(id, limitMs, signal) {
      const answer = usable ? await resets.ask(id, limitMs, signal) : 'gone';
      if (answer !== 'forgotten') await end(TERM_GRACE_MS);
      return answer;
    },
    endTrial(caseId, trial) {
      if (usable && ready.accepts.has('end')) send({ type: 'end', case_id: caseId, trial });
    },
    async close() {
      usable = false;
      if (ready.accepts.has('shutdown')) send({ type: 'shutdown' });
      program.closeInput();
      if (!(await settledWithin(program.ended, CLOSE_GRACE_MS))) await end(TERM_GRACE_MS);
    },
  };
}

/** What is known about a turn besides its line. */
interface TurnCircumstances {
  readonly capture: TrialOutput;
  /** The worker has finished a trial before this one. */
  readonly used: boolean;
  /** Milliseconds of the turn in which model calls waited for our limiter. */
  readonly waited: () => number;
  /** The agent has answered a turn before, in this process or another: it knows the protocol, and is only late. */
  readonly answersKnown: () => boolean;
}

/** A turn that a worker was asked to answer. */
interface PendingTurn extends TurnCircumstances {
  readonly line: TurnLine;
  /** Aborted when nothing waits for the answer any longer. */
  readonly signal: AbortSignal;
  readonly reply: Deferred<Reply>;
  /** Settles when the worker has answered, even after a time-out. */
  readonly answered: Deferred<void>;
  readonly bytesBefore: number;
  readonly clock: TurnClock;
  /** What is wrong with a line that contains an answer among other text. */
  hidden: string | null;
  state: 'open' | 'answered' | 'given_up';
}

/** What the worker has printed since it got the turn. One that said `ready` (`announced`) flushes its lines. */
function printedIn({ capture, bytesBefore }: PendingTurn, announced: boolean): TimedOut['printed'] {
  if (capture.strays() > 0) return 'stray_json';
  if (capture.texts().log !== '') return 'text';
  return announced || capture.stdout.bytes() > bytesBefore ? 'elsewhere' : 'nothing';
}

/**
 * The latency of a turn that was just answered.
 *
 * @param started the worker had said `ready` or answered before: otherwise the time since the turn was sent includes the start
 * of the process
 */
function latencyOf({ clock }: PendingTurn, started: boolean): AnswerTime {
  const elapsed = clock.elapsed();
  return started ? { latency_ms: elapsed } : { latency_ms: null, latency_at_most_ms: elapsed };
}

/** What comes of a turn whose process ended by itself, with no other turn open. */
function replyOfLoss(turn: PendingTurn, ended: ProgramEnd, announced: boolean): Reply {
  if (ended.kind === 'not_started') return ended;
  // It exited normally after its last trial, while our next line was on its way: it never read that line.
  const unread =
    turn.used && turn.line.turn === 1 && ended.code === 0 && turn.capture.stdout.bytes() === turn.bytesBefore;
  if (unread) return { kind: 'displaced' };
  if (turn.hidden !== null) return { kind: 'invalid', problem: turn.hidden };
  const { log, stderr } = turn.capture.texts();
  return { ...ended, stderr, answered: false, ...(!announced && { printed: log }) };
}
