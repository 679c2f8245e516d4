import { jsonText } from '#common/json-text.ts';
import type { TurnRecording } from '#wire/ports.ts';
import type { TrialOutput } from '../command/capture.ts';
import type { TurnLine } from '../turn/protocol.ts';
import type { Exited, Reply } from '../turn/reply.ts';
import { startTurnClock } from '../turn/turn-clock.ts';
import { readServerAnswer } from './read-server-answer.ts';
import type { Server } from './server.ts';
import type { TurnClient } from './turn-client.ts';

/** What belongs to a turn besides its line. */
interface TurnSurroundings {
  /** The start of the server on which the trial began; another one has forgotten its earlier turns. */
  readonly start: number;
  readonly live: TurnRecording | null;
  readonly capture: TrialOutput;
}

/** Turns put to a server. */
export interface Turns {
  /** Never rejects. */
  ask(line: TurnLine, surroundings: TurnSurroundings, signal: AbortSignal): Promise<Reply>;
}

/** `address` is where the client posts, for messages. `onAnswer` is called at each answer, whatever it says. */
export function createTurns(client: TurnClient, server: Server, address: string, onAnswer: () => void): Turns {
  const inFlight = new Set<TurnLine>();
  /** Turns that a start of the server lost when it ended. */
  const losses = new Map<number, number>();

  async function ask(line: TurnLine, { start, live, capture }: TurnSurroundings, signal: AbortSignal): Promise<Reply> {
    const giveUp = new AbortController();
    let why: 'timeout' | 'cancelled' | null = null;
    const end = (reason: 'timeout' | 'cancelled') => {
      why ??= reason;
      giveUp.abort();
    };
    const onAbort = () => end('cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    const clock = startTurnClock(
      line.deadline_ms,
      () => live?.waited() ?? 0,
      () => end('timeout'),
    );
    const answer = await client.post(jsonText(line), live?.token ?? line.id, giveUp.signal);
    const latency_ms = clock.elapsed();
    clock.stop();
    signal.removeEventListener('abort', onAbort);
    if (answer.kind !== 'lost') {
      onAnswer();
      const reply = readServerAnswer(answer, latency_ms);
      if (reply.kind === 'invalid' && answer.kind === 'answered') capture.log(answer.body.slice(0, MOST_LOGGED));
      return reply;
    }
    if (why !== null) return givenUp(why);
    const code = answer.code;
    const turnCount = inFlight.size;
    const fate = await server.fate(start);
    if (fate === 'foreign')
      return { kind: 'unreachable', message: `the server at ${address} can't be reached (${code})` };
    if (fate === 'running') return { kind: 'broken', message: brokenWords(code, address) };
    return fate === 'replaced' ? { kind: 'displaced' } : dead(start, fate, turnCount);
  }

  /** A server of ours that hangs is useless; one that works for other trials too is spared. */
  async function givenUp(why: 'timeout' | 'cancelled'): Promise<Reply> {
    if (why === 'cancelled') return { kind: 'cancelled' };
    if (inFlight.size === 1) await server.stop();
    return { kind: 'timeout', printed: 'elsewhere' };
  }

  /** If several turns were lost together, nobody knows which is to blame. */
  function dead(start: number, end: Exited, turnCount: number): Reply {
    const together = losses.get(start) ?? turnCount;
    losses.set(start, together);
    return together > 1 ? { kind: 'displaced' } : end;
  }

  return {
    async ask(line, surroundings, signal) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (server.current() !== surroundings.start) return { kind: 'displaced' };
      inFlight.add(line);
      try {
        return await ask(line, surroundings, signal);
      } finally {
        inFlight.delete(line);
      }
    },
  };
}

function brokenWords(code: string, address: string): string {
  return code === 'ECONNREFUSED'
    ? `nothing listens at ${address} (${code}), though the program of agent.http.start runs: agent.http.url has to be its address`
    : `the server broke the connection without an answer (${code})`;
}

const MOST_LOGGED = 4096;
