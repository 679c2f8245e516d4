import { ownCommand } from '#common/tool.ts';

const BUILT_IN_AGENT =
  'there is no built-in agent of this kind; write `openai` or `anthropic`, `openai` with the `base_url` of a compatible server, or a program with `record: true`';

/** What to do instead of keys that a config may still have, by the mapping they stood in. */
export const REMOVED_KEYS = {
  config: {
    arms: `variants of the agent are \`agents\`, each with the keys in which it differs from \`agent\`; \`${ownCommand('run --agents "*"')}\` compares them`,
    requests: 'requests are no longer masked; remove the key',
  },
  trials: { reuse: 'stored answers are not served to trials; say with `covers` and `ignores` what a change can touch' },
  agent: { gemini: BUILT_IN_AGENT, bedrock: BUILT_IN_AGENT },
} as const;
