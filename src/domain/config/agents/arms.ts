import type { Contradiction, UncheckedMapping } from '#domain/document/contradictions.ts';
import type { Issue } from '#domain/document/issue.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { readValue } from '#domain/document/read-value.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { agentSchema } from '../agent-schema.ts';
import type { NamedAgent } from '../config.ts';

/** Whether arms can be told apart, run and compared. */
export function armProblems({ agent, agents, arms }: UncheckedMapping): readonly Contradiction[] {
  if (!isJsonObject(arms)) return [];
  const one = (message: string): readonly Contradiction[] => [['arms', message]];
  if (agents !== undefined)
    return one(
      'arms are variants of a single `agent`, found `agents`; keep one of them: `agents` for agents that differ',
    );
  // It has been read where nothing else is wrong with it.
  if (isJsonObject(agent) && ('recorded' in agent || agent['kind'] === 'recorded'))
    return one('recorded trajectories can’t be made again in another way; write an agent that runs, or remove the key');
  const names = Object.keys(arms);
  if (names.length < 2)
    return one(
      `takes two arms or more, found ${names[0] === undefined ? 'none' : `only ${names[0]}`}; write what to compare it with, such as \`without: {}\``,
    );
  return [...sameFolders('arms', names), ...twins(arms)];
}

/** The agent with what each arm changes, or what is wrong with that, at the place of the arm. */
export function readArms(
  document: ParsedDocument,
): { readonly arms: readonly NamedAgent[] } | { readonly issues: readonly Issue[] } {
  const { agent = null, arms = null } = isJsonObject(document.value) ? document.value : {};
  const read = Object.entries(isJsonObject(arms) ? arms : {}).map(([name, arm]) => ({
    name,
    read: readValue(agentSchema, merged(agent, arm), { document, path: ['arms', name] }),
  }));
  const issues = read.flatMap((one) => ('issues' in one.read ? one.read.issues : []));
  if (issues.length > 0) return { issues };
  return { arms: read.flatMap(({ name, read: own }) => ('value' in own ? [{ name, agent: own.value }] : [])) };
}

/** Results of each are stored in a folder with its name. */
export function sameFolders(key: string, names: readonly string[]): readonly Contradiction[] {
  const known = new Map<string, string>();
  return names.flatMap((name): readonly Contradiction[] => {
    const other = known.get(name.toLowerCase());
    known.set(name.toLowerCase(), name);
    const message = `${other} and ${name} differ only in upper and lower case, so some systems take their folders for one; rename one of them`;
    return other === undefined ? [] : [[key, message]];
  });
}

function twins(arms: JsonObject): readonly Contradiction[] {
  const known = new Map<string, string>();
  return Object.entries(arms).flatMap(([name, arm]): readonly Contradiction[] => {
    const text = canonicalJson(arm);
    const twin = known.get(text);
    known.set(text, name);
    const message = `${twin} and ${name} are the same, so whatever they differ by would be chance; change one of them or remove it`;
    return twin === undefined ? [] : [['arms', message]];
  });
}

/** Mappings are merged, key by key; everything else is replaced. */
function merged(base: Json, over: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(over)) return over;
  const own = Object.entries(over).map(([key, value]) => [key, merged(base[key] ?? null, value)] as const);
  return { ...base, ...Object.fromEntries(own) };
}
