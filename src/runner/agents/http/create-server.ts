import type { HttpAgentConfig } from '#config/config.ts';
import type { ProgramSpec } from '#process/program.ts';
import { type TrialOutput, toAll } from '../command/capture.ts';
import { type ProcessSessions, recordedSpec } from '../command/recorded-spec.ts';
import { portProbe, urlProbe } from './probe.ts';
import { createRunningServer } from './running-server.ts';
import type { Server } from './server.ts';
import { createStartedServer } from './started-server.ts';

/**
 * The server of a config: started with the recorder's variables, or already running. The output of a started one goes to the
 * captures of all trials that use it.
 */
export function createServer(
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
