/** Models that stop answering at their vendor's own address, and the page that says so. */
export interface AnnouncedEnd {
  readonly provider: 'openai' | 'anthropic';
  readonly day: string;
  readonly page: string;
  /** Exact ids: a dated version may end on another day than the name without a date. */
  readonly models: readonly string[];
}

const OPENAI = { provider: 'openai', page: 'https://developers.openai.com/api/docs/deprecations' } as const;
const ANTHROPIC = {
  provider: 'anthropic',
  page: 'https://platform.claude.com/docs/en/about-claude/model-deprecations',
} as const;

/** The announced ends of models that still answered on 2026-11-29, by day. A test holds them to those in the vendors' own clients. */
export const ANNOUNCED_ENDS: readonly AnnouncedEnd[] = [
  { ...ANTHROPIC, day: '2026-11-30', models: ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'] },
  {
    ...OPENAI,
    day: '2026-12-11',
    models: [
      ...['gpt-5', 'gpt-5-2025-08-07', 'gpt-5-mini', 'gpt-5-mini-2025-08-07', 'gpt-5-nano', 'gpt-5-nano-2025-08-07'],
      ...['gpt-5-pro', 'o3', 'o3-2025-04-16', 'o3-pro'],
    ],
  },
  {
    ...OPENAI,
    day: '2027-01-14',
    models: [
      ...['gpt-4.1', 'gpt-4.1-2025-04-14', 'gpt-4.1-mini', 'gpt-4.1-mini-2025-04-14'],
      ...['gpt-4o', 'gpt-4o-2024-11-20', 'gpt-4o-2024-08-06', 'gpt-4o-mini', 'gpt-4o-mini-2024-07-18'],
    ],
  },
  { ...OPENAI, day: '2027-01-20', models: ['gpt-audio-mini', 'gpt-audio-mini-2025-12-15'] },
  {
    ...OPENAI,
    day: '2027-04-01',
    models: ['gpt-5.1', 'gpt-5.1-2025-11-13', 'gpt-5.3-codex', 'gpt-5.4-nano', 'gpt-5.4-nano-2026-03-17'],
  },
];
