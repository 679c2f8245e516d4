import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { objectOf } from '../format/read-body.ts';

/** The parts of a streamed answer. */
export interface StreamedParts {
  take(parts: Json | undefined): void;
  all(): readonly Json[];
  /** Arguments came for no call, for one of several, or for a place in them that is not understood. */
  areMixed(): boolean;
}

/**
 * Combines parts. A `functionCall` without a name continues the last call: with `args`, or with `partialArgs`, values for paths
 * (`$.city`, `$.to[0].name`) whose texts come in pieces; an empty one ends it. A call waits for arguments while it has none, or
 * while it says that it continues.
 */
export function streamedParts(): StreamedParts {
  const parts: Json[] = [];
  const calls: OpenCall[] = [];
  let mixed = false;
  const callOf = (part: Json): JsonObject | null => {
    const call = isJsonObject(part) ? (part['functionCall'] ?? part['function_call']) : undefined;
    return isJsonObject(call) ? call : null;
  };
  return {
    take(more) {
      for (const part of Array.isArray(more) ? more : []) {
        const call = callOf(part);
        if (call === null) {
          parts.push(part);
          continue;
        }
        const { args, partialArgs, partial_args, willContinue, will_continue, ...called } = call;
        const pieces = objectsOf(partialArgs ?? partial_args);
        const continues = (willContinue ?? will_continue) === true;
        const isNamed = stringOrNull(call['name']) !== null && call['name'] !== '';
        if (isNamed) calls.push({ part: parts.push(part) - 1, called, args: objectOf(args), continues });
        const open = calls.at(-1);
        if (open === undefined) {
          mixed = true;
          continue;
        }
        if (!isNamed) {
          const brings = pieces.length > 0 || Object.keys(objectOf(args)).length > 0;
          mixed ||= brings && !(waits(open) && calls.filter(waits).length === 1);
          open.args = { ...open.args, ...objectOf(args) };
          open.continues = continues;
        } else if (pieces.length === 0) continue;
        for (const piece of pieces) {
          const changed = withPiece(open.args, piece);
          if (changed === null) mixed = true;
          else open.args = changed;
        }
        parts[open.part] = { functionCall: { ...open.called, args: open.args } };
      }
    },
    all: () => parts,
    areMixed: () => mixed,
  };
}

interface OpenCall {
  readonly part: number;
  readonly called: JsonObject;
  args: JsonObject;
  continues: boolean;
}

function waits({ args, continues }: OpenCall): boolean {
  return continues || Object.keys(args).length === 0;
}

const VALUES = ['stringValue', 'numberValue', 'boolValue', 'nullValue'];
const MOST_STEPS = 100;

/** `null`: its path or its value is not understood. */
function withPiece(args: JsonObject, piece: JsonObject): JsonObject | null {
  const steps = stepsOf(stringOrNull(piece['jsonPath'] ?? piece['json_path']) ?? '');
  const name = VALUES.find((key) => piece[key] !== undefined || piece[snakeCase(key)] !== undefined);
  if (steps === null || name === undefined) return null;
  const value = name === 'nullValue' ? null : (piece[name] ?? piece[snakeCase(name)] ?? null);
  const changed = setAt(args, steps, value);
  return isJsonObject(changed) ? changed : null;
}

function stepsOf(path: string): readonly (string | number)[] | null {
  if (!/^\$(?:\.[\w-]+|\['[^']*'\]|\[\d{1,4}\])+$/.test(path)) return null;
  const matches = [...path.matchAll(/\.([\w-]+)|\['([^']*)'\]|\[(\d+)\]/g)];
  if (matches.length > MOST_STEPS) return null;
  return matches.map(([, plain, quoted, index]) => (index === undefined ? (plain ?? quoted ?? '') : Number(index)));
}

/** Texts at the same path are pieces of one text. `undefined`: the path does not fit what is there. */
function setAt(target: Json | undefined, [step, ...rest]: readonly (string | number)[], value: Json): Json | undefined {
  if (step === undefined) return typeof target === 'string' && typeof value === 'string' ? target + value : value;
  if (typeof step === 'number') {
    const list = target === undefined ? [] : target;
    if (!Array.isArray(list) || step > list.length) return undefined;
    const changed = setAt(list[step], rest, value);
    return changed === undefined ? undefined : [...list.slice(0, step), changed, ...list.slice(step + 1)];
  }
  const object = target === undefined ? {} : target;
  if (!isJsonObject(object)) return undefined;
  const changed = setAt(object[step], rest, value);
  return changed === undefined ? undefined : { ...object, [step]: changed };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
