import { AgentUnavailableError } from '#ports/ports.ts';
import { createDeferred, settledWithin } from '#process/deferred.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { RecordedTurn } from '#wire/ports.ts';
import { mcpTurns } from '../turn/agent-mcp.ts';
import { type ConversationEnd, converse, unplayed } from '../turn/converse.ts';
import type { Stop } from '../turn/stop.ts';
import { createCapture, type TrialOutput } from './capture.ts';
import type { Channel, ChannelOptions, Held } from './channel.ts';
import { type ProcessSessions, recordedSpec } from './recorded-spec.ts';
import { startWorker, type Worker } from './worker.ts';

interface Member {
  readonly worker: Worker;
  readonly sessions: ProcessSessions;
  /** Trials running in it. */
  trials: number;
  /** Trials that it was given. */
  assigned: number;
  /** Trials finished in it. */
  finished: number;
  /** Used by one trial alone. */
  alone: boolean;
}

type Started = Member | { readonly stop: Stop };

/** A worker counts as silent if it prints and calls nothing for this long, or for a quarter of a trial's time. */
const SILENCE_MS = 10_000;

/** How long a worker may take to forget its trials. */
const RESET_MS = 10_000;

/** How long the second trial waits to learn whether the first worker takes several at once. */
const INTRODUCTION_MS = 1_000;

/**
 * Workers on demand: as many processes as trials run at the same time, fewer if a worker announces that it takes several. All
 * turns of a trial go to one worker. A trial that lost its process to another trial is repeated from its first turn on a
 * process of its own, so that a shared process never fails the wrong trial.
 *
 * With `isolate: true` every trial has a process of its own: as many as trials run are started ahead, and load meanwhile. With
 * `isolate: reset` a process has one trial at a time, and forgets it before the next.
 */
export function createWorkerPool(channel: ChannelOptions): Channel {
  const { spec, limits, isolate, user, recording, mcp, tools, onAnswer, onSilence } = channel;
  const members = new Set<Member>();
  /** Started, and given to no trial yet. */
  const ahead: Promise<Started>[] = [];
  let running = 0;
  let hasForgotten = false;
  const firstIntroduction = createDeferred<void>();
  let introduced = false;
  let answered = false;
  let closed = false;

  async function sharedProcess(alone: boolean, signal: AbortSignal): Promise<Started> {
    const opened = await openSession();
    if ('stop' in opened) return opened;
    // The first worker may announce how many trials it takes; wait before starting others.
    if (!introduced && members.size > 0) await settledWithin(firstIntroduction.promise, INTRODUCTION_MS);
    if (closed || signal.aborted) {
      await shut(opened);
      return CANCELLED;
    }
    for (const member of members) if (!member.worker.usable()) dismiss(member);
    const host = alone ? undefined : busiestWithRoom();
    if (host === undefined) return begun(startMember(opened), alone);
    // Before anything is awaited: a trial that looks for a process at the same moment must not find this place free.
    const place = begun(host, alone);
    await shut(opened);
    return place;
  }

  /** One of those started ahead, if one of them lives; as many are started in their place as trials run. */
  async function ownProcess(signal: AbortSignal): Promise<Started> {
    const start = await (ahead.shift() ?? openProcess());
    while (ahead.length < running && !closed && !signal.aborted) ahead.push(openProcess());
    if (closed || signal.aborted) return CANCELLED;
    if ('stop' in start) return start;
    if (start.worker.usable()) return begun(start, true);
    dismiss(start);
    return ownProcess(signal);
  }

  async function openProcess(): Promise<Started> {
    const opened = await openSession();
    return 'stop' in opened ? opened : startMember(opened);
  }

  function begun(member: Member, alone: boolean): Member {
    member.trials += 1;
    member.assigned += 1;
    member.alone = alone;
    return member;
  }

  function dismiss(member: Member): void {
    members.delete(member);
    void shut(member.sessions);
  }

  async function end(member: Member): Promise<void> {
    await member.worker.close();
    dismiss(member);
  }

  function busiestWithRoom(): Member | undefined {
    // Which trial calls a server, or sends a span, is known only while its process has one.
    const single = isolate === 'reset' || mcp !== null || recording?.settings.traces === true;
    const most = ({ worker }: Member) => (single ? 1 : worker.concurrency());
    const open = [...members].filter((member) => !member.alone && member.trials < most(member));
    return open.sort((left, right) => right.trials - left.trials)[0];
  }

  function startMember(sessions: ProcessSessions): Member {
    const worker = startWorker(recordedSpec(spec, sessions), onAnswer);
    const member = { worker, sessions, trials: 0, assigned: 0, finished: 0, alone: false };
    members.add(member);
    void member.worker.introduced.then(() => {
      introduced = true;
      firstIntroduction.resolve();
    });
    return member;
  }

  /**
   * Whether a process has forgotten the trials that it was given before.
   *
   * @throws AgentUnavailableError when no process ever has, and what is wrong with this one's answer
   */
  async function forgets({ worker }: Member, plan: TrialPlan, signal: AbortSignal): Promise<boolean> {
    const limit = Math.min(RESET_MS, limits.trial_timeout_ms);
    const answer = await worker.reset(`${plan.case.id}#${plan.index}.reset`, limit, signal);
    hasForgotten ||= answer === 'forgotten';
    if (typeof answer === 'string' || hasForgotten) return answer === 'forgotten';
    throw new AgentUnavailableError(
      `agent.isolate is reset, and the agent does not answer {"type":"reset","id":"…"} with {"type":"reset","id":"…"}: ${answer.problem}. Make it answer, or write isolate: true`,
      '',
      null,
    );
  }

  async function play(
    member: Member,
    plan: TrialPlan,
    capture: TrialOutput,
    signal: AbortSignal,
  ): Promise<ConversationEnd> {
    const { worker, sessions } = member;
    const { models } = sessions;
    const used = member.finished > 0;
    const ofSession =
      recording === null || models === null
        ? null
        : { ...recording, begin: (turn: RecordedTurn) => models.begin(turn) };
    const servers = mcpTurns(mcp, async (all) => sessions.mcp ?? all.open(), plan);
    return await converse(
      plan,
      { limits, user, recording: ofSession, mcp: servers, tools, signal },
      async (line, live) => {
        const circumstances = { capture, used, waited: () => live?.waited() ?? 0, answersKnown: () => answered };
        const silence = setTimeout(
          () => {
            if (!introduced && capture.stdout.bytes() === 0 && (live?.sinceFirstCall() ?? null) === null) onSilence();
          },
          Math.min(SILENCE_MS, limits.trial_timeout_ms / 4),
        );
        const reply = await worker.ask(line, circumstances, signal);
        clearTimeout(silence);
        answered ||= reply.kind === 'result';
        return reply;
      },
    );
  }

  function release(member: Member, { case: { id }, index }: TrialPlan): void {
    member.worker.endTrial(id, index);
    member.trials -= 1;
    member.finished += 1;
    member.alone = false;
    if (isolate === true) void end(member);
  }

  async function openSession(): Promise<ProcessSessions | { readonly stop: Stop }> {
    try {
      return { models: (await recording?.recorder.open()) ?? null, mcp: (await mcp?.servers.open()) ?? null };
    } catch (error) {
      return { stop: { kind: 'unrecorded', message: error instanceof Error ? error.message : String(error) } };
    }
  }

  async function hold(plan: TrialPlan, signal: AbortSignal): Promise<Held> {
    let queued_ms = 0;
    for (let alone = false; ; alone = true) {
      const startedAt = performance.now();
      const capture = createCapture();
      // Its own signal: Node 20 warns of many listeners on the one that all trials share.
      const own = AbortSignal.any([signal]);
      const member = await (isolate === true ? ownProcess(own) : sharedProcess(alone, own));
      if ('stop' in member) return { conversation: unplayed(member.stop), capture, queued_ms };
      const place_in_process = member.assigned - 1;
      try {
        const isFit = isolate !== 'reset' || place_in_process === 0 || (await forgets(member, plan, own));
        const leased = performance.now();
        queued_ms += leased - startedAt;
        const conversation = isFit ? await play(member, plan, capture, own) : null;
        if (conversation !== null && conversation.stop.kind !== 'displaced')
          return { conversation, capture, queued_ms, place_in_process };
        queued_ms += performance.now() - leased;
      } finally {
        release(member, plan);
      }
    }
  }

  return {
    async converse(plan, signal) {
      running += 1;
      try {
        return await hold(plan, signal);
      } finally {
        running -= 1;
      }
    },
    async close() {
      closed = true;
      await Promise.all(ahead);
      await Promise.all([...members].map(end));
    },
  };
}

async function shut({ models, mcp }: ProcessSessions): Promise<void> {
  models?.close();
  await mcp?.close();
}

const CANCELLED = { stop: { kind: 'cancelled' } } as const;
