import { MAX_TRIALS } from '#cases/suite/schemas/trial-count-schema.ts';
import { MAX_DURATION_MS, parseDuration } from '#common/document/duration.ts';
import type { Json } from '#common/json.ts';
import { parseAllowedHost } from '#config/allowed-host.ts';
import { parseTrialRange, type TrialRange } from '#trials/trial/trial-range.ts';

/** A parsed value, or problems, each the end of a sentence that begins with the place: `--trials` `is "0"; expected …`. */
export type Read<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** A kind of value of an option. Inputs and flags are parsed by the same kinds. */
export interface Kind<T, Absent = null> {
  read(text: string): Read<T>;
  /** The value if nothing is written and the option has no default. */
  readonly absent: Absent;
  /** The value's name in --help. `null`: a switch, which takes none. */
  readonly placeholder: string | null;
  /** All allowed values. */
  readonly choices?: readonly string[];
  /** As a flag it takes several arguments. */
  readonly several?: true;
  /** The problem if nothing is written; absent: the option is optional. */
  readonly missing?: string;
  /** The value as results store it; absent: unchanged. */
  stored?(value: T): Json;
}

/** A kind whose parser returns `null` for everything unexpected. */
export function kindOf<T>(placeholder: string, expected: string, parse: (text: string) => T | null): Kind<T> {
  return {
    placeholder,
    absent: null,
    read(text) {
      const value = parse(text);
      return value === null ? { problems: [`is ${quote(text)}; expected ${expected}`] } : { value };
    },
  };
}

/** Any text, such as a file on this machine. */
export function anyText(placeholder: string): Kind<string> {
  return { placeholder, absent: null, read: (text) => ({ value: text }) };
}

/** A commit, whole: the beginning of an id could be that of another. */
export const commitId = kindOf('sha', 'a whole commit id, 40 or 64 hex digits', (text) =>
  /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text) ? text : null,
);

/** Any texts, as several arguments of a flag. */
export function anyTexts(placeholder: string): Kind<readonly string[]> {
  return { placeholder, absent: null, several: true, read: (text) => ({ value: [text] }) };
}

/** A path that stays inside the folder that it is relative to. */
export const insidePath = kindOf(
  'path',
  'a path relative to the repository that does not leave it, with forward slashes',
  (text) => (isInnerPath(text) ? text : null),
);

/** One of a few words. */
export function oneOf<const T extends string>(placeholder: string, choices: readonly T[]): Kind<T> {
  const words = choices.map((choice) => `"${choice}"`);
  const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  const kind = kindOf(placeholder, expected, (text) => choices.find((choice) => choice === text) ?? null);
  return { ...kind, choices };
}

/** `true` or `false`; as a flag a switch. */
export const yesOrNo: Kind<boolean> = {
  ...kindOf('', '"true" or "false"', (text) => (text === 'true' ? true : text === 'false' ? false : null)),
  placeholder: null,
};

/** A whole number from 1. */
export function count(most: number): Kind<number> {
  return kindOf('n', `a whole number from 1 to ${most}`, (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null,
  );
}

/** A number of trials, or the fewest and the most. */
export const trialRange: Kind<TrialRange> = kindOf(
  'n',
  `a whole number from 1 to ${MAX_TRIALS}, or two with the smaller one first such as "3-10"`,
  (text) => parseTrialRange(text, MAX_TRIALS),
);

/** A share of cases or trials: nobody could show less than one in a hundred. */
export const share = kindOf('share', 'a number from 0.01 to 0.5 such as "0.10"', (text) =>
  /^0?\.\d{1,4}$/.test(text) && Number(text) >= 0.01 && Number(text) <= 0.5 ? Number(text) : null,
);

/** US dollars in plain decimals, above 0. */
export const usdAmount = kindOf('usd', 'a number above 0 such as "2.50", without a currency', (text) =>
  /^\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0 ? Number(text) : null,
);

/** Milliseconds of a duration such as `20m`. */
export const timeSpan: Kind<number> = {
  ...kindOf('time', 'a duration with its unit such as "20m", "90s" or "2h", at most 24h', (text) => {
    const milliseconds = parseDuration(text);
    return milliseconds !== null && milliseconds >= 1 && milliseconds <= MAX_DURATION_MS ? milliseconds : null;
  }),
  stored: (milliseconds) => `${milliseconds} ms`,
};

/** Any items, separated by commas or new lines; empty ones and repetitions are dropped. */
export function list(placeholder: string): Kind<readonly string[], readonly string[]> {
  return listOf(placeholder, (item) => ({ value: item }));
}

/** Names of environment variables that a program may see. */
export const variableNames = listOf('names', (name) => {
  if (RUNNER_POWER.test(name))
    return { problems: [`has ${name}, which would give the agent the runner's own credentials; remove it`] };
  if (/^[A-Za-z_]\w*$/.test(name)) return { value: name };
  return {
    problems: [
      `has ${quote(name)}, which is not the name of a variable; expected names such as OPENAI_API_KEY, separated by commas`,
    ],
  };
});

/** Hosts, each with or without a port, as `URL.host` writes them. */
export const hosts = listOf('hosts', (text) => {
  const host = parseAllowedHost(text);
  if (host !== null) return { value: host };
  return {
    problems: [
      `has ${quote(text)}, which is not a host; expected names such as "llm.example.com" or "10.0.0.7:8080", without scheme, path or wildcard, separated by commas`,
    ],
  };
});

/** At most 100 characters of a value, quoted for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

/** True for a relative path with forward slashes and without `..`. */
export function isInnerPath(path: string): boolean {
  if (path.startsWith('/') || /[\\\u0000-\u001f]/.test(path) || /^[A-Za-z]:/.test(path)) return false;
  return !path.split('/').includes('..');
}

function listOf(
  placeholder: string,
  readItem: (item: string) => Read<string>,
): Kind<readonly string[], readonly string[]> {
  return {
    placeholder,
    absent: [],
    read(text) {
      const items = text.split(/[,\n]/).map((item) => item.trim());
      const read = [...new Set(items.filter((item) => item !== ''))].map(readItem);
      const problems = read.flatMap((item) => ('problems' in item ? item.problems : []));
      return problems.length > 0
        ? { problems }
        : { value: read.flatMap((item) => ('value' in item ? [item.value] : [])) };
    },
  };
}

/** Variables with which a program can upload artifacts, write caches and ask for identity tokens as this job. */
const RUNNER_POWER = /^(?:ACTIONS_(?:RUNTIME|RESULTS|CACHE|ID_TOKEN)_\w+|INPUT_\w+)$/i;
