import * as z from 'zod';
import { groupBy } from '#common/group-by.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { RequestSegment } from '../model-call-record.ts';
import type { Trial } from '../trial.ts';
import { createSettingsTally, MOST_SETTINGS, mergeSettings, type ShownSettings } from './shown-settings.ts';

/**
 * Hashes of what models read of the tools of MCP servers: by server, then by tool, then by part (`description`, `arguments`,
 * `other`).
 */
export interface ToolHashes {
  readonly [server: string]: { readonly [tool: string]: { readonly [part: string]: string } };
}

/** What all requests of a run showed its models besides the conversation. What differs from trial to trial is left out. */
export interface ShownToModels {
  /** Hashes of what models read of each tool, by part. */
  readonly tools: ToolHashes[string];
  /** Tools that only some of the trials offered. */
  readonly sometimes: readonly string[];
  /** Prompts without the lines that only one case has; untrusted. */
  readonly prompts: readonly string[];
  readonly settings: ShownSettings;
}

/** Collects what models are shown, trial by trial. */
export interface ShownTally {
  add(trial: Pick<Trial, 'case_id' | 'segments'>): void;
  /** `null`: no trial showed what its models read. */
  result(): ShownToModels | null;
}

/** Limits of what is stored. */
export const SHOWN_CAPS = { tools: 1_000, prompts: 20, prompt: 16_000 } as const;

/** An empty tally. */
export function createShownTally(): ShownTally {
  const tools = new Map<string, SeenTool>();
  const texts = new Map<string, RequestSegment>();
  const lines = new Map<string, Seen>();
  const all: Seen = { trials: 0, cases: new Set() };
  const settings = createSettingsTally();
  const known = new Map<string, Parts>();
  const partsOf = (tool: RequestSegment): Parts => {
    const parts = known.get(tool.hash) ?? hashedParts(tool);
    if (known.size < SHOWN_CAPS.tools) known.set(tool.hash, parts);
    return parts;
  };

  return {
    add({ case_id, segments = [] }) {
      if (segments.length === 0) return;
      count(all, case_id);
      settings.add(segments);
      for (const [name, ofTool] of byName(segments)) {
        const seen = tools.get(name) ?? { trials: 0, cases: new Set<string>(), parts: new Map<string, Set<string>>() };
        count(seen, case_id);
        for (const [part, hash] of ofTool.flatMap(partsOf))
          seen.parts.set(part, (seen.parts.get(part) ?? new Set()).add(hash));
        if (tools.size < SHOWN_CAPS.tools) tools.set(name, seen);
      }
      const prompts = promptsOf(segments);
      for (const prompt of prompts) if (texts.size < MOST_TEXTS) texts.set(prompt.hash, prompt);
      for (const line of new Set(prompts.flatMap(linesOf))) {
        const seen = lines.get(line) ?? { trials: 0, cases: new Set<string>() };
        count(seen, case_id);
        if (lines.size < MOST_LINES) lines.set(line, seen);
      }
    },
    result() {
      if (all.trials === 0) return null;
      const isOfAll = (line: string) => {
        const seen = lines.get(line);
        return seen !== undefined && (seen.trials === all.trials || seen.cases.size > 1);
      };
      const isTemplate = (line: string) => all.cases.size > 1 && lines.get(line)?.cases.size === all.cases.size;
      const cut = [...texts.values()].map((text) =>
        linesOf(text)
          .filter(text.kind === 'system' ? isOfAll : isTemplate)
          .join('\n')
          .slice(0, SHOWN_CAPS.prompt),
      );
      const prompts = [...new Set(cut)].filter((text) => text.trim() !== '').sort();
      return {
        tools: Object.fromEntries([...tools].sort().map(([name, { parts }]) => [name, fixedParts(parts)])),
        sometimes: [...tools].flatMap(([name, { trials }]) => (trials < all.trials ? [name] : [])).sort(),
        prompts: prompts.slice(0, SHOWN_CAPS.prompts),
        settings: settings.result(),
      };
    },
  };
}

interface Seen {
  trials: number;
  readonly cases: Set<string>;
}

type Parts = readonly (readonly [part: string, hash: string])[];

interface SeenTool extends Seen {
  readonly parts: Map<string, Set<string>>;
}

function count(seen: Seen, caseId: string): void {
  seen.trials += 1;
  seen.cases.add(caseId);
}

/** System prompts, and the first message, which may carry one around the question of a case. */
function promptsOf(segments: readonly RequestSegment[]): readonly RequestSegment[] {
  const first = segments.find(({ kind, label }) => kind === 'message' && label === 'user');
  return [...segments.filter(({ kind }) => kind === 'system'), ...(first === undefined ? [] : [first])];
}

/** Days, times of day and ids that a program draws are written alike. */
function linesOf({ text }: RequestSegment): readonly string[] {
  return text.replace(DRAWN, '…').split('\n');
}

const DRAWN =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d:\d\d:\d\d\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

function byName(segments: readonly RequestSegment[]): ReadonlyMap<string, readonly RequestSegment[]> {
  const tools = segments.filter(({ kind, label }) => kind === 'tool' && label !== '' && label !== '__proto__');
  return groupBy(tools, ({ label }) => label.slice(0, LONGEST_NAME));
}

/** As MCP servers list tools, whatever the provider calls the parts. */
function hashedParts({ text }: RequestSegment): Parts {
  const entry = objectOf(jsonOrUndefined(text));
  const whole: JsonObject = { ...entry, ...objectOf(entry['function']), function: null };
  const { name: _, type: __, description, parameters, input_schema, inputSchema, ...rest } = whole;
  // Google's clients name a schema that they were given as it is.
  const { parametersJsonSchema, parameters_json_schema, ...other } = rest;
  const given = parameters ?? input_schema ?? inputSchema ?? parametersJsonSchema ?? parameters_json_schema;
  return [
    ['description', short(description ?? null)],
    ['arguments', short(given ?? null)],
    ['other', short(other)],
  ];
}

/** A part that is not always the same tells nothing of a change. */
function fixedParts(parts: SeenTool['parts']): { readonly [part: string]: string } {
  return Object.fromEntries([...parts].flatMap(([part, [hash, more]]) => (hash && !more ? [[part, hash]] : [])));
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function short(value: Json): string {
  return hashJson(value).slice(0, 16);
}

const MOST_TEXTS = 1_000;
const MOST_LINES = 50_000;
const LONGEST_NAME = 512;

/** What all shards of a run showed; a tool that only some of them offered is one of some trials. */
export function mergeShown(shards: readonly (ShownToModels | undefined)[]): ShownToModels | null {
  const all = shards.flatMap((shown) => shown ?? []);
  if (all.length === 0 || all.length < shards.length) return null;
  const names = [...new Set(all.flatMap(({ tools }) => Object.keys(tools)))].sort().slice(0, SHOWN_CAPS.tools);
  const offering = (name: string) => all.filter(({ tools }) => Object.hasOwn(tools, name));
  const parts = (name: string) => {
    const seen = new Map<string, Set<string>>();
    for (const { tools } of offering(name))
      for (const part of PARTS) seen.set(part, (seen.get(part) ?? new Set()).add(tools[name]?.[part] ?? ''));
    return fixedParts(seen);
  };
  return {
    tools: Object.fromEntries(names.map((name) => [name, parts(name)])),
    sometimes: names.filter(
      (name) => offering(name).length < all.length || all.some(({ sometimes }) => sometimes.includes(name)),
    ),
    prompts: [...new Set(all.flatMap(({ prompts }) => prompts))].sort().slice(0, SHOWN_CAPS.prompts),
    settings: mergeSettings(all.map((shown) => shown.settings)),
  };
}

const PARTS = ['description', 'arguments', 'other'] as const;

const text = z.string().max(10_000);
const settingValues = z.array(text.nullable()).max(10);

/** What requests showed the models, as it is read. */
export const shownSchema = z
  .object({
    tools: z.record(text, z.record(text, text)).refine((tools) => Object.keys(tools).length <= SHOWN_CAPS.tools, {
      error: `expected at most ${SHOWN_CAPS.tools} tools`,
    }),
    sometimes: z.array(text).max(SHOWN_CAPS.tools),
    prompts: z.array(z.string().max(2 * SHOWN_CAPS.prompt)).max(SHOWN_CAPS.prompts),
    settings: z
      .record(text, z.object({ always: settingValues, sometimes: settingValues }))
      .refine((settings) => Object.keys(settings).length <= MOST_SETTINGS, {
        error: `expected at most ${MOST_SETTINGS} settings`,
      }),
  })
  .describe('What requests showed the models: hashes of tools by name and part, prompts, and settings by name');
