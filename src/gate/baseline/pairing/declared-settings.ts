import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/**
 * The model and the sampling that an agent's configuration declares, read from its stored treatment. Built-in agents have a key
 * for each; a program's are found by name in its environment, its headers and the flags of its command line (`--model x`,
 * `TEMPERATURE=0`). Settings left to the provider (`null`) are omitted, so that a setting which a later version adds changes
 * nothing if nobody set it.
 *
 * Settings in a program's code are not seen here; the test of the rates sees their effect.
 */
export function declaredSettings(treatment: JsonObject): JsonObject {
  const entries = Object.entries(treatment).flatMap(([key, value]): (readonly [string, Json])[] => {
    const settings = settingsIn(key, value);
    return settings === null || (isJsonObject(settings) && Object.keys(settings).length === 0) ? [] : [[key, settings]];
  });
  return Object.fromEntries(entries);
}

function settingsIn(key: string, value: Json): Json {
  if (OF_THE_REQUEST.has(key) || isSetting(key)) return value;
  switch (key) {
    case 'env':
    case 'headers':
      return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => isSetting(name))) : null;
    case 'command':
    case 'start':
      return Array.isArray(value) ? flagsIn(value.flatMap((word: Json) => String(word).split(/\s+/))) : null;
    case 'url':
      return typeof value === 'string' ? flagsIn(value.split(/[?&]/).slice(1)) : null;
    default:
      return null;
  }
}

/** Keys of a built-in agent that shape its requests but whose names don't show it. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['api', 'parallel_tool_calls', 'extra']);

/** Settings among words such as `--model=x`, `--model x` and `MODEL=x`; a repeated one has its last value. */
function flagsIn(words: readonly string[]): JsonObject {
  const flags = words.flatMap((word, i): (readonly [string, string])[] => {
    const [, dashes, name, value] = /^(-{0,2})([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined || !isSetting(name)) return [];
    if (value !== undefined) return [[name, value]];
    const next = words[i + 1] ?? '';
    return dashes === '' ? [] : [[name, /^-[A-Za-z-]/.test(next) ? '' : next]];
  });
  return Object.fromEntries(flags);
}

/** Whether a name refers to a model or its sampling, in any spelling: `OPENAI_MODEL`, `x-model`, `topP`. */
function isSetting(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return SETTING.test(words.replace(/[^a-z0-9]+/g, '_'));
}

const SETTING =
  /(^|_)(model|deployment|provider|base_url|api_base|api_version|temperature|sampling|seed|top_p|top_k|min_p|max_(new_|output_|completion_)?tokens|(frequency|presence|repetition)_penalty|effort|thinking)(_|$)/;
