import { createDeferred, settledWithin } from '#adapters/process/deferred.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';
import type { Limits } from '#domain/config/config.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { type Conversation, converse } from '../converse.ts';
import { type Capture, createCapture } from './capture.ts';
import type { Channel } from './channel.ts';
import { startWorker, type Worker } from './worker.ts';

interface Member {
  readonly worker: Worker;
  /** Trials running on it. */
  trials: number;
  /** Trials finished on it. */
  finished: number;
  /** Taken by one trial that shares it with no other. */
  alone: boolean;
}

/** How long the second trial waits to learn whether the first worker takes several at once. */
const INTRODUCTION_MS = 1_000;

/**
 * Workers as trials need them: as many processes as trials run at the same time, fewer when a worker announces that it
 * takes several. All turns of a trial go to one worker. A trial that lost its process to another trial is played again
 * from its first turn on a new process of its own, so that a process shared by several never fails the wrong trial.
 */
export function createWorkerPool(spec: ProgramSpec, limits: Limits, onAnswer: () => void): Channel {
  const members = new Set<Member>();
  const firstIntroduction = createDeferred<void>();
  let introduced = false;
  let closed = false;

  function lease(alone: boolean): Member {
    for (const member of members) if (!member.worker.usable()) members.delete(member);
    const member = (alone ? undefined : busiestWithRoom()) ?? started();
    member.trials += 1;
    member.alone = alone;
    return member;
  }

  function busiestWithRoom(): Member | undefined {
    const open = [...members].filter((member) => !member.alone && member.trials < member.worker.concurrency());
    return open.sort((one, other) => other.trials - one.trials)[0];
  }

  function started(): Member {
    const member = { worker: startWorker(spec, onAnswer), trials: 0, finished: 0, alone: false };
    members.add(member);
    member.worker.introduced.then(() => {
      introduced = true;
      firstIntroduction.resolve();
    });
    return member;
  }

  async function play(member: Member, plan: TrialPlan, capture: Capture, signal: AbortSignal): Promise<Conversation> {
    const used = member.finished > 0;
    const conversation = await converse(plan, limits, (line) => member.worker.ask(line, capture, used, signal));
    member.worker.endTrial(plan.case.id, plan.index);
    member.trials -= 1;
    member.finished += 1;
    member.alone = false;
    return conversation;
  }

  return {
    async converse(plan, signal) {
      let wait_ms = 0;
      for (let alone = false; ; alone = true) {
        const asked = performance.now();
        // The first worker may say how many trials it takes before others are started beside it.
        if (!introduced && members.size > 0) await settledWithin(firstIntroduction.promise, INTRODUCTION_MS);
        const capture = createCapture();
        // A signal of its own: Node 20 warns of many listeners on the one that all trials share.
        const own = AbortSignal.any([signal]);
        if (closed || signal.aborted)
          return { conversation: { turns: [], stop: { kind: 'cancelled' } }, capture, wait_ms };
        const leased = performance.now();
        const conversation = await play(lease(alone), plan, capture, own);
        wait_ms += leased - asked;
        if (conversation.stop.kind !== 'displaced') return { conversation, capture, wait_ms };
        wait_ms += performance.now() - leased;
      }
    },
    async close() {
      closed = true;
      await Promise.all([...members].map(({ worker }) => worker.close()));
      members.clear();
    },
  };
}
