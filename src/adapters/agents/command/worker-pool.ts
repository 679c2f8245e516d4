import type { RecordedTurn, RecorderSession } from '#adapters/models/ports.ts';
import { createDeferred, settledWithin } from '#adapters/process/deferred.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { type Conversation, converse, unplayed } from '../converse.ts';
import type { Stop } from '../stop.ts';
import { type Capture, createCapture } from './capture.ts';
import type { Channel, ChannelOptions } from './channel.ts';
import { recordedSpec } from './recorded-spec.ts';
import { startWorker, type Worker } from './worker.ts';

interface Member {
  readonly worker: Worker;
  /** `null`: nothing is recorded. */
  readonly session: RecorderSession | null;
  /** Trials running in it. */
  trials: number;
  /** Trials finished in it. */
  finished: number;
  /** Used by one trial alone. */
  alone: boolean;
}

/** A worker counts as silent if it prints and calls nothing for this long, or for a quarter of a trial's time. */
const SILENCE_MS = 10_000;

/** How long the second trial waits to learn whether the first worker takes several at once. */
const INTRODUCTION_MS = 1_000;

/**
 * Workers on demand: as many processes as trials run at the same time, fewer if a worker announces that it takes several. All
 * turns of a trial go to one worker. A trial that lost its process to another trial is repeated from its first turn on a
 * process of its own, so that a shared process never fails the wrong trial.
 */
export function createWorkerPool({ spec, limits, user, recording, onAnswer, onSilence }: ChannelOptions): Channel {
  const members = new Set<Member>();
  const firstIntroduction = createDeferred<void>();
  let introduced = false;
  let answered = false;
  let closed = false;

  /** Takes the recording for a new process, or closes it if a running process has room. */
  function lease(alone: boolean, session: RecorderSession | null): Member {
    for (const member of members) if (!member.worker.usable()) dismiss(member);
    const host = alone ? undefined : busiestWithRoom();
    if (host !== undefined) session?.close();
    const member = host ?? started(session);
    member.trials += 1;
    member.alone = alone;
    return member;
  }

  function dismiss(member: Member): void {
    members.delete(member);
    member.session?.close();
  }

  function busiestWithRoom(): Member | undefined {
    const open = [...members].filter((member) => !member.alone && member.trials < member.worker.concurrency());
    return open.sort((one, other) => other.trials - one.trials)[0];
  }

  function started(session: RecorderSession | null): Member {
    const worker = startWorker(recordedSpec(spec, session), onAnswer);
    const member = { worker, session, trials: 0, finished: 0, alone: false };
    members.add(member);
    member.worker.introduced.then(() => {
      introduced = true;
      firstIntroduction.resolve();
    });
    return member;
  }

  async function play(member: Member, plan: TrialPlan, capture: Capture, signal: AbortSignal): Promise<Conversation> {
    const { worker, session } = member;
    const used = member.finished > 0;
    const ofSession =
      recording === null || session === null
        ? null
        : { ...recording, begin: (turn: RecordedTurn) => session.begin(turn) };
    try {
      return await converse(plan, { limits, user, recording: ofSession, signal }, async (line, live) => {
        const asked = { capture, used, waited: () => live?.waited() ?? 0, answersKnown: () => answered };
        const silence = setTimeout(
          () => {
            if (!introduced && capture.stdout.bytes() === 0 && (live?.sinceFirstCall() ?? null) === null) onSilence();
          },
          Math.min(SILENCE_MS, limits.trial_timeout_ms / 4),
        );
        const reply = await worker.ask(line, asked, signal);
        clearTimeout(silence);
        answered ||= reply.kind === 'result';
        return reply;
      });
    } finally {
      worker.endTrial(plan.case.id, plan.index);
      member.trials -= 1;
      member.finished += 1;
      member.alone = false;
    }
  }

  async function openSession(): Promise<{ readonly session: RecorderSession | null } | { readonly stop: Stop }> {
    try {
      return { session: (await recording?.recorder.open()) ?? null };
    } catch (error) {
      return { stop: { kind: 'unrecorded', message: error instanceof Error ? error.message : String(error) } };
    }
  }

  return {
    async converse(plan, signal) {
      let queued_ms = 0;
      for (let alone = false; ; alone = true) {
        const asked = performance.now();
        const capture = createCapture();
        const opened = await openSession();
        if ('stop' in opened) return { conversation: unplayed(opened.stop), capture, queued_ms };
        // The first worker may announce how many trials it takes; wait before starting others.
        if (!introduced && members.size > 0) await settledWithin(firstIntroduction.promise, INTRODUCTION_MS);
        // Its own signal: Node 20 warns of many listeners on the one that all trials share.
        const own = AbortSignal.any([signal]);
        if (closed || signal.aborted) {
          opened.session?.close();
          return { conversation: unplayed({ kind: 'cancelled' }), capture, queued_ms };
        }
        const leased = performance.now();
        const conversation = await play(lease(alone, opened.session), plan, capture, own);
        queued_ms += leased - asked;
        if (conversation.stop.kind !== 'displaced') return { conversation, capture, queued_ms };
        queued_ms += performance.now() - leased;
      }
    },
    async close() {
      closed = true;
      await Promise.all([...members].map(({ worker }) => worker.close()));
      for (const member of members) dismiss(member);
    },
  };
}
