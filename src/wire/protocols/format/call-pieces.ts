import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/** A piece of a streamed tool call, as compatible servers send it: any of its fields may be missing. */
export interface CallPiece {
  readonly index: number | null;
  readonly id: string | null;
  /** Empty: the piece has none. */
  readonly name: string;
  /** JSON text, or a part of it; servers that never split it send the object. */
  readonly arguments: string | JsonObject;
}

/** Combines pieces to calls. */
export interface CallPieces {
  take(piece: CallPiece): void;
  /** By their index, then in the order in which they began. */
  calls(): readonly Readonly<CallPiece>[];
  /** Some pieces fit several calls, so the calls are wrong or too few. */
  areMixed(): boolean;
}

/**
 * A piece continues the open call of its index; without one that of its id, else the last. Servers give several calls one index,
 * and no id or an empty one: a piece with a name begins another call where the open one's arguments are complete, or its id
 * differs. What could belong to several calls mixes them: a name while the arguments of another call are incomplete, and
 * arguments without a name while several calls of one index wait for theirs, or none does.
 */
export function callPieces(): CallPieces {
  const calls: StreamedCall[] = [];
  let mixed = false;
  return {
    take(piece) {
      const neighbours = piece.index === null ? calls : calls.filter(({ index }) => index === piece.index);
      const open = openCall(piece, neighbours);
      const relation = open === undefined ? 'begins' : relationOf(piece, open);
      mixed ||=
        relation === 'unclear' || (piece.name === '' && piece.arguments !== '' && isGuess(piece, open, neighbours));
      if (open !== undefined && relation === 'continues') addTo(open, piece);
      else calls.push({ ...piece, repeats: false });
    },
    calls: () => calls.toSorted((call, other) => (call.index ?? 0) - (other.index ?? 0)),
    areMixed: () => mixed || calls.some((call) => call.name === '' || (call.repeats && !isComplete(call.arguments))),
  };
}

interface StreamedCall {
  readonly index: number | null;
  id: string | null;
  name: string;
  arguments: string | JsonObject;
  /** A piece repeated its name. If its arguments never become whole, the piece was of another call. */
  repeats: boolean;
}

function openCall({ index, id, name }: CallPiece, neighbours: readonly StreamedCall[]): StreamedCall | undefined {
  const own = id === null ? undefined : neighbours.findLast((call) => call.id === id);
  return own ?? (index === null && id !== null && name === '' ? undefined : neighbours.at(-1));
}

/**
 * Without a name or a known id, arguments are the last call's only if no other one of that index can still take them. Whatever
 * its id, a call whose arguments are a whole object takes no more.
 */
function isGuess(piece: CallPiece, open: StreamedCall | undefined, neighbours: readonly StreamedCall[]): boolean {
  if (open === undefined) return false;
  if (isObject(open.arguments) && !isBlank(piece.arguments)) return true;
  if (piece.id !== null && piece.id === open.id) return false;
  return (
    neighbours.some((call) => call !== open && !isComplete(call.arguments)) ||
    (neighbours.length > 1 && isComplete(open.arguments))
  );
}

function relationOf(piece: CallPiece, open: StreamedCall): 'continues' | 'begins' | 'unclear' {
  if (piece.name === '' || open.name === '') return 'continues';
  const same = piece.id !== null && piece.id === open.id;
  const repeats = piece.name === open.name;
  if (piece.id !== null && open.id !== null && !same) {
    // Some servers give every piece another id: then a repeated name begins nothing.
    return isComplete(open.arguments) || (open.arguments === '' && !repeats) ? 'begins' : 'unclear';
  }
  // Some servers repeat name and id in every piece; without an id it may be another call of the same tool.
  if (open.arguments === '') return repeats && same && piece.arguments !== '' ? 'continues' : 'unclear';
  if (!isComplete(open.arguments)) {
    const ownCall = !same && (isBlank(piece.arguments) || isObject(piece.arguments));
    return repeats && !ownCall ? 'continues' : 'unclear';
  }
  if (same && repeats) return piece.arguments === '' ? 'continues' : 'unclear';
  const mayBeOpen = repeats || (piece.id === null && open.id !== null);
  return piece.arguments === '' && mayBeOpen ? 'unclear' : 'begins';
}

function addTo(call: StreamedCall, { id, name, arguments: args }: CallPiece): void {
  call.id ??= id;
  call.repeats ||= call.name !== '' && name !== '';
  call.name ||= name;
  if (isJsonObject(args)) call.arguments = args;
  else if (typeof call.arguments === 'string') call.arguments += args;
}

function isComplete(args: string | JsonObject): boolean {
  return typeof args !== 'string' || jsonOrUndefined(args) !== undefined;
}

function isObject(args: string | JsonObject): boolean {
  return typeof args !== 'string' || isJsonObject(jsonOrUndefined(args));
}

function isBlank(args: string | JsonObject): boolean {
  return typeof args === 'string' && args.trim() === '';
}
