import { hashJson } from '#common/hash-json.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { RequestSegment } from '../model-call-record.ts';

type Value = string | null;

/** The values that requests gave a setting; `null`: some gave it none. Empty: it has many, such as an id that a program draws. */
export interface ShownSetting {
  /** Those of every trial. */
  readonly always: readonly Value[];
  /** Those of some trials. */
  readonly sometimes: readonly Value[];
}

/** Settings of requests besides their model, by name: `temperature`, `generationConfig.topP`. */
export interface ShownSettings {
  readonly [name: string]: ShownSetting;
}

/** Collects the settings of requests, trial by trial. */
export interface SettingsTally {
  add(segments: readonly RequestSegment[]): void;
  result(): ShownSettings;
}

/** An empty tally. */
export function createSettingsTally(): SettingsTally {
  const seen = new Map<string, { trials: number; readonly values: Map<Value, number> }>();
  let all = 0;
  return {
    add(segments) {
      all += 1;
      const requests = segments.filter(({ kind }) => kind === 'settings').map(settingsOf);
      for (const name of new Set(requests.flatMap((settings) => [...settings.keys()]))) {
        const known = seen.get(name) ?? { trials: 0, values: new Map<Value, number>() };
        known.trials += 1;
        for (const value of new Set(requests.map((settings) => settings.get(name) ?? null)))
          if (known.values.size <= MOST_VALUES) known.values.set(value, (known.values.get(value) ?? 0) + 1);
        if (seen.size < MOST_SETTINGS) seen.set(name, known);
      }
    },
    result() {
      const settings = [...seen]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, { trials, values }]) => {
          const counts = trials === all ? values : new Map(values).set(null, all - trials + (values.get(null) ?? 0));
          return [name, settingOf([...counts].map(([value, count]) => [value, count === all]))] as const;
        });
      return Object.fromEntries(settings);
    },
  };
}

/** What all shards of a run showed. */
export function mergeSettings(shards: readonly ShownSettings[]): ShownSettings {
  const names = [...new Set(shards.flatMap((shard) => Object.keys(shard)))].sort().slice(0, MOST_SETTINGS);
  return Object.fromEntries(
    names.map((name) => {
      const all = shards.map((shard) => settingIn(shard, name));
      const values = new Set(all.flatMap(({ always, sometimes }) => [...always, ...sometimes]));
      const varies = all.some(isVarying);
      return [
        name,
        settingOf(varies ? [] : [...values].map((value) => [value, all.every(({ always }) => always.includes(value))])),
      ];
    }),
  );
}

/** A setting of a run: no request of it may have any. */
export function settingIn(settings: ShownSettings, name: string): ShownSetting {
  return (Object.hasOwn(settings, name) && settings[name]) || { always: [null], sometimes: [] };
}

/** Whether it differs from trial to trial, so that nothing can be said of it. */
export function isVarying({ always, sometimes }: ShownSetting): boolean {
  return always.length + sometimes.length === 0;
}

function settingOf(values: readonly (readonly [Value, boolean])[]): ShownSetting {
  if (values.length > MOST_VALUES) return { always: [], sometimes: [] };
  const those = (isAlways: boolean) => values.flatMap(([value, always]) => (always === isAlways ? [value] : [])).sort();
  return { always: those(true), sometimes: those(false) };
}

/** Objects are taken apart once: `reasoning.effort`. The model has a place of its own. */
function settingsOf({ text }: RequestSegment): ReadonlyMap<string, string> {
  const entries = Object.entries(objectOf(text)).flatMap(([name, value]): (readonly [string, Json])[] =>
    isJsonObject(value) ? Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]) : [[name, value]],
  );
  const settings = entries.filter(([name, value]) => name !== 'model' && value !== null);
  return new Map(settings.map(([name, value]) => [name.slice(0, LONGEST), textOf(value)]));
}

function textOf(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > LONGEST ? hashJson(value).slice(0, 16) : text;
}

function objectOf(text: string): JsonObject {
  const value = jsonOrUndefined(text);
  return isJsonObject(value) ? value : {};
}

/** Limits of what is stored. */
export const MOST_SETTINGS = 100;
const MOST_VALUES = 5;
const LONGEST = 80;
