import { setTimeout as delay } from 'node:timers/promises';
import { duration } from '#common/words.ts';
import { isThisMachine } from '#config/allowed-host.ts';
import type { HttpAgentConfig, Limits } from '#config/config.ts';
import { type Agent, AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import type { Environment } from '#process/child-environment.ts';
import type { ProgramSpec } from '#process/program.ts';
import { createSemaphore } from '#process/semaphore.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { McpSession } from '#wire/mcp/ports.ts';
import type { ModelGateway, RecordedTurn, Recorder, RecorderSession, SimulatedUser } from '#wire/ports.ts';
import { createCapture, type TrialOutput, toAll } from './command/capture.ts';
import type { Held } from './command/channel.ts';
import { type ProcessSessions, recordedSpec } from './command/recorded-spec.ts';
import { createSetup, type SetupState } from './command/setup.ts';
import { type Probe, portProbe, urlProbe } from './http/probe.ts';
import type { Server } from './http/server.ts';
import { createStartedServer } from './http/started-server.ts';
import { createTurnClient } from './http/turn-client.ts';
import { createTurns } from './http/turns.ts';
import { type AgentMcp, closeMcp, mcpNotes, mcpTurns, offeredTools, prepareMcp, strayMock } from './turn/agent-mcp.ts';
import { attemptOf, howExited } from './turn/attempt-end.ts';
import { type ConversationEnd, converse, unplayed } from './turn/converse.ts';
import { createRecordNotes } from './turn/record-notes.ts';
import type { Recording } from './turn/record-turn.ts';
import { callsSeen, strayCalls } from './turn/stray-calls.ts';

/** Surroundings of an http agent. */
export interface HttpAgentOptions {
  /** Where the server and its setup lines run; absolute. */
  readonly cwd: string;
  /** Their whole environment, as `childEnvironment` built it (it includes the config's `env`). */
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  /** True for a URL whose host is in the input `allowed-hosts`; this machine is always allowed. */
  readonly isAllowedHost: (url: URL) => boolean;
  /** Records the server's model calls; not used unless the config says `record`. */
  readonly recorder: Recorder | null;
  /** Asked after each attempt whether a further one can succeed. */
  readonly gateway: Pick<ModelGateway, 'refusal'> | null;
  /** Its MCP servers and their mocks; absent or `null` unless the config says `mcp`. */
  readonly mcp?: AgentMcp | null;
  /** Plays simulated users; `null` when no case has one. */
  readonly user: SimulatedUser | null;
  /** Gets each setup line with its output; untrusted and limited in size. */
  readonly onSetupOutput?: (line: string, output: string) => void;
  /** Of all its openings; absent: there is one. */
  readonly setUp?: SetupState;
}

/**
 * An agent that is a server: each turn is a POST with the turn's line of agent protocol 1 as its body.
 *
 * @throws AgentUnavailableError if the config names a host that must not get turns.
 */
export function createHttpAgent(config: HttpAgentConfig, limits: Limits, options: HttpAgentOptions): Agent {
  refuseForeignHosts(config, options.isAllowedHost);
  const { record, tools } = config;
  const { recorder, gateway, user, mcp = null } = options;
  if (record !== null && recorder === null) throw new Error('an http agent with agent.record needs a recorder');
  const captures = new Set<TrialOutput>();
  const { cwd, environment, resolve } = options;
  const place = { cwd, environment, resolve };
  const setup = createSetup(place, options.onSetupOutput ?? (() => {}), undefined, 'agent', options.setUp);
  const client = createTurnClient(new URL(config.url), config.headers);
  const server = createServer(config, place, () => ({ models: session, mcp: servers }), captures);
  const turns = createTurns(client, server, new URL(config.url).host, () => {
    everAnswered = true;
  });
  const trials = createSemaphore(config.concurrency);
  const notes = createRecordNotes();
  const closing = new AbortController();
  let opening: Promise<RecorderSession> | null = null;
  let session: RecorderSession | null = null;
  let openingServers: Promise<McpSession> | null = null;
  let servers: McpSession | null = null;
  let prepared: Promise<void> | null = null;
  let unavailable: AgentUnavailableError | null = null;
  let everAnswered = false;
  let deaths = 0;

  /** One recording for all starts of the server: turns have tokens of their own. */
  async function openSession(): Promise<void> {
    openingServers ??= mcp?.servers.open() ?? null;
    servers = await openingServers;
    if (record === null || recorder === null) return;
    opening ??= recorder.open();
    session = await opening;
  }

  /** Plays a trial on the server, and again from its first turn with the server to itself if other trials took it down. */
  async function hold(plan: TrialPlan, signal: AbortSignal): Promise<Held> {
    let queued_ms = 0;
    for (let round = 1; ; round += 1) {
      const capture = createCapture();
      const startedAt = performance.now();
      const leave = await trials.enter(signal, round === 1 ? 'one' : 'all');
      queued_ms += performance.now() - startedAt;
      if (leave === null) return { conversation: unplayed({ kind: 'cancelled' }), capture, queued_ms };
      captures.add(capture);
      const begun = performance.now();
      try {
        const conversation = await play(plan, capture, signal);
        if (conversation.stop.kind !== 'displaced' || round >= MOST_ROUNDS) return { conversation, capture, queued_ms };
      } finally {
        captures.delete(capture);
        leave();
      }
      queued_ms += performance.now() - begun;
    }
  }

  async function play(plan: TrialPlan, capture: TrialOutput, signal: AbortSignal): Promise<ConversationEnd> {
    try {
      await openSession();
    } catch (error) {
      return unplayed({ kind: 'unrecorded', message: error instanceof Error ? error.message : String(error) });
    }
    const start = await readyServer(signal);
    if (start === null) return unplayed({ kind: 'cancelled' });
    const watched = mcpTurns(mcp, async (all) => servers ?? all.open(), plan);
    return converse(plan, { limits, user, recording: recordingOf(), mcp: watched, tools, signal }, (line, live) =>
      turns.ask(line, { start, live, capture }, signal),
    );
  }

  function recordingOf(): Recording | null {
    const open = session;
    if (record === null || open === null) return null;
    return { settings: record, notes, begin: (turn: RecordedTurn) => open.begin(turn) };
  }

  /** `null` if the signal was aborted first. */
  async function readyServer(signal: AbortSignal): Promise<number | null> {
    try {
      return await server.ready(signal);
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof AgentUnavailableError) unavailable ??= error;
      throw error;
    }
  }

  /** @throws AgentUnavailableError if this attempt shows that no other can succeed. */
  function judge({ stop, turns }: ConversationEnd): void {
    const refusal = gateway?.refusal() ?? null;
    if (refusal !== null) unavailable ??= new AgentUnavailableError(refusal, '', null);
    // A turn without an answer is listed if it called a model: then its server did start.
    if (stop.kind === 'exited' && !everAnswered && turns.length === 0) {
      deaths += 1;
      if (deaths >= MOST_DEATHS) {
        const message = `the server of agent.http.start ${howExited(stop)} anything, ${deaths} times in a row${strayCalls(callsSeen(record === null ? null : notes), stop.stderr)}`;
        unavailable ??= new AgentUnavailableError(message, stop.stderr, stop.code);
      }
    }
    if (unavailable !== null) throw unavailable;
  }

  return {
    source: 'live',
    metered: record !== null,
    available_trials: null,
    prepare(signal) {
      prepared ??= setup.run(config.setup, signal).then(async () => {
        if (mcp !== null) await prepareMcp(mcp, signal);
        await openSession();
        await server.ready(AbortSignal.any([signal, closing.signal]));
      });
      return prepared;
    },
    async attempt(plan, signal): Promise<Attempt> {
      if (unavailable !== null) throw unavailable;
      const refusal = await strayMock(mcp, plan, signal);
      if (refusal !== null) return attemptOf(plan, unplayed(refusal), limits, { log: '', stderr: '' });
      const { conversation, capture, queued_ms } = await hold(plan, AbortSignal.any([signal, closing.signal]));
      if (conversation.stop.kind === 'cancelled') await server.stop();
      judge(conversation);
      const attempt = attemptOf(plan, conversation, limits, capture.texts());
      const shared = capture.isShared() && { shared_output: true };
      return { ...attempt, wait_ms: attempt.wait_ms + queued_ms, ...shared };
    },
    tools: () => offeredTools(mcp),
    showsCalls: notes.showsCalls,
    notes: () => [...(record === null ? [] : [...notes.sentences(), ...(recorder?.notes() ?? [])]), ...mcpNotes(mcp)],
    async close() {
      closing.abort();
      await server.stop();
      client.close();
      session?.close();
      await closeMcp(mcp);
      await setup.close();
    },
  };
}

/** How often a trial may lose its server to others. */
const MOST_ROUNDS = 4;
/** Number of ends before any answer that prove there will be none. */
const MOST_DEATHS = 3;

/** @throws AgentUnavailableError when the config names a host that turns may not be sent to. */
function refuseForeignHosts({ url, ready_url }: HttpAgentConfig, isAllowed: (url: URL) => boolean): void {
  const problem =
    urlProblem(url, 'agent.http.url', isAllowed) ??
    (ready_url === null ? null : urlProblem(ready_url, 'agent.http.ready_url', isAllowed));
  if (problem !== null) throw new AgentUnavailableError(problem, '', null);
}

/**
 * Why turns may not be sent to a URL of the config, a sentence, or `null`: its host must be this machine or one that the
 * workflow names in the input `allowed-hosts` (`isAllowed`), because a pull request can write any host into a config.
 */
function urlProblem(url: string, key: string, isAllowed: (url: URL) => boolean): string | null {
  if (!URL.canParse(url)) return `${key}: ${JSON.stringify(url)} is not a URL such as http://127.0.0.1:8000/turn`;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return `${key}: ${JSON.stringify(url)} begins with ${parsed.protocol}, expected http: or https:`;
  }
  if (isThisMachine(parsed.hostname) || isAllowed(parsed)) return null;
  return `${key}: ${parsed.host} is not this machine; name it in the input allowed-hosts of the workflow (--allowed-hosts in a terminal) to send turns there`;
}

/**
 * The server of a config: started with the recorder's variables, or already running. The output of a started one goes to the
 * captures of all trials that use it.
 */
function createServer(
  config: HttpAgentConfig,
  place: Omit<ProgramSpec, 'command'>,
  sessions: () => ProcessSessions,
  captures: ReadonlySet<TrialOutput>,
): Server {
  const { start: command, ready_timeout_ms } = config;
  const url = new URL(config.url);
  const probe = config.ready_url === null ? portProbe(url) : urlProbe(new URL(config.ready_url));
  const address = config.ready_url ?? url.host;
  if (command === null) return createRunningServer({ probe, address, ready_timeout_ms });
  return createStartedServer({
    spec: () => recordedSpec({ ...place, command }, sessions()),
    probe,
    port: portProbe(url),
    address,
    ready_timeout_ms,
    onLine(text) {
      toAll(captures, (capture) => capture.log(text));
    },
    onStderr(chunk) {
      toAll(captures, (capture) => capture.stderr(chunk));
    },
  });
}

/** Options for a server that already runs. */
interface RunningServerOptions {
  readonly probe: Probe;
  /** Where the probe looks, for messages. */
  readonly address: string;
  readonly ready_timeout_ms: number;
}

/** A server that someone else started. It is probed once. */
function createRunningServer({ probe, address, ready_timeout_ms }: RunningServerOptions): Server {
  let found = false;
  return {
    async ready(signal) {
      const since = performance.now();
      for (let pause = FIRST_PAUSE_MS; !found; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const problem = await probe(signal);
        signal.throwIfAborted();
        found ||= problem === null;
        if (found) break;
        if (performance.now() - since >= ready_timeout_ms) throw notThere(address, ready_timeout_ms, problem ?? '');
        await delay(pause, undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
      return 1;
    },
    current: () => 1,
    fate: async () => 'foreign',
    stop: async () => {},
  };
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

function notThere(address: string, timeoutMs: number, problem: string): AgentUnavailableError {
  return new AgentUnavailableError(
    `no server at ${address} within ${duration(timeoutMs)} (agent.http.ready_timeout): ${problem}. ` +
      'Start it in an earlier step, or set its command in agent.http.start',
    '',
    null,
  );
}
