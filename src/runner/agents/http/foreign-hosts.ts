import { isThisMachine } from '#config/allowed-host.ts';
import type { HttpAgentConfig } from '#config/config.ts';
import { AgentUnavailableError } from '#ports/ports.ts';

/** @throws AgentUnavailableError when the config names a host that turns may not be sent to. */
export function refuseForeignHosts({ url, ready_url }: HttpAgentConfig, isAllowed: (url: URL) => boolean): void {
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
