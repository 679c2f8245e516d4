/** Where providers announce the ends of models. */
export const ANNOUNCED_AT = {
  openai: 'https://developers.openai.com/api/docs/deprecations',
  anthropic: 'https://platform.claude.com/docs/en/about-claude/model-deprecations',
};

/** The announced ends of models that still answered on 2026-11-29, by day. A name without a date stands for its dated forms too. */
export const MODEL_ENDS: Readonly<Record<string, readonly string[]>> = {
  '2026-11-30': ['claude-sonnet-4-5'],
  '2026-12-11': ['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5-pro', 'o3', 'o3-pro'],
  '2027-01-14': ['gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini'],
  '2027-01-20': ['gpt-audio-mini'],
  '2027-04-01': ['gpt-5.1', 'gpt-5.3-codex', 'gpt-5.4-nano'],
};

/** A model that a text names, and where. */
export interface NamedModel {
  /** Without its day: `gpt-5`, for `gpt-5-2025-08-07` too. */
  readonly id: string;
  readonly place: string;
}

const MODEL =
  /(?<![\w-])(?:gpt-\d[\w.-]*\w|chatgpt-[\w.-]*\w|o[134](?:-(?:mini|pro))?(?![\w-])|claude-(?:opus|sonnet|haiku|fable|mythos|\d)[\w.-]*\w|text-embedding-[\w-]*\w|gemini-\d[\w.-]*\w)/g;

/** Models of the hosted providers in a file, in order. */
export function namedModels(path: string, text: string): readonly NamedModel[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      Array.from(line.matchAll(MODEL), ([name]) => ({ id: withoutDay(name), place: `${path}:${index + 1}` })),
    );
}

/** Bedrock adds a version after the day. */
function withoutDay(name: string): string {
  return name.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})(?:-v\d+)?$/, '');
}

/** The models that end within so many days of `today`, each with its day. */
export function endingWithin(days: number, today: Date, ends = MODEL_ENDS): ReadonlyMap<string, string> {
  const limit = today.getTime() + days * 86_400_000;
  return new Map(
    Object.entries(ends).flatMap(([day, ids]) =>
      Date.parse(day) <= limit ? ids.map((id): [string, string] => [id, day]) : [],
    ),
  );
}

/** The ends that the vendors' own clients announce, as their texts say them: of OpenAI's types, and of Anthropic's table. */
export function announcedEnds(openai: string, anthropic: string): ReadonlyMap<string, string> {
  const notes = openai
    .replace(/\n \*/g, ' ')
    .matchAll(/- ((?:"[^"]+"(?:,\s*)?)+):\s+Announced\s+shutdown\s+date:\s+([\d-]+)/g);
  const rows = anthropic.matchAll(/'(claude-[\w-]+)': '(\w+ \d+)\w*, (\d{4})'/g);
  return new Map([
    ...Array.from(notes).flatMap(([, ids = '', day = '']) =>
      Array.from(ids.matchAll(/"([^"]+)"/g), ([, id = '']): [string, string] => [withoutDay(id), day]),
    ),
    ...Array.from(rows, ([, id = '', day, year]): [string, string] => [
      withoutDay(id),
      new Date(`${day}, ${year} UTC`).toISOString().slice(0, 10),
    ]),
  ]);
}
