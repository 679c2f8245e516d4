import { ANNOUNCED_ENDS } from '#trials/model-ends/announced-ends.ts';

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
export function endingWithin(days: number, today: Date, ends = ANNOUNCED_ENDS): ReadonlyMap<string, string> {
  const limit = today.getTime() + days * 86_400_000;
  return new Map(
    ends.flatMap(({ day, models }) =>
      Date.parse(day) <= limit ? models.map((id): [string, string] => [id, day]) : [],
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
      Array.from(ids.matchAll(/"([^"]+)"/g), ([, id = '']): [string, string] => [id, day]),
    ),
    ...Array.from(rows, ([, id = '', day, year]): [string, string] => [
      id,
      new Date(`${day}, ${year} UTC`).toISOString().slice(0, 10),
    ]),
  ]);
}
