import { untrustedLine } from '#common/error-message.ts';
import { listed } from '#common/words.ts';

/** What a change brings that its suite does not name. */
export interface Unspoken {
  /** New tools, renamed ones among them, that no case's `tools` names, each with its MCP server. */
  readonly tools: readonly { readonly name: string; readonly server: string | null }[];
  /** New or edited prompt files that no `covers` names, from the root of the repository. */
  readonly prompts: readonly string[];
}

/** Everything that the change brings is named. */
export const NOTHING_UNSPOKEN: Unspoken = { tools: [], prompts: [] };

/** What neither cases nor config mention, as one sentence; `null`: there is nothing. */
export function unspokenWords({ tools, prompts }: Unspoken): string | null {
  const names = tools.map(({ name, server }) => untrustedLine(server === null ? name : `${name} of ${server}`));
  const parts = [
    ...(names.length === 0 ? [] : [`no case's \`tools\` names ${listed(names)}`]),
    ...(prompts.length === 0 ? [] : [`no \`covers\` names ${listed(prompts.map(untrustedLine))}`]),
  ];
  return parts.length === 0 ? null : `Neither cases nor config mention it: ${parts.join('; ')}.`;
}
