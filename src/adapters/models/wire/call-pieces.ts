import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';

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
 * arguments without a name while several calls of one index wait for theirs.
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
      else calls.push({ ...piece });
    },
    calls: () => calls.toSorted((call, other) => (call.index ?? 0) - (other.index ?? 0)),
    areMixed: () => mixed || calls.some(({ name }) => name === ''),
  };
}

interface StreamedCall {
  readonly index: number | null;
  id: string | null;
  name: string;
  arguments: string | JsonObject;
}

function openCall({ index, id, name }: CallPiece, neighbours: readonly StreamedCall[]): StreamedCall | undefined {
  const own = id === null ? undefined : neighbours.findLast((call) => call.id === id);
  return own ?? (index === null && id !== null && name === '' ? undefined : neighbours.at(-1));
}

/** Without a name or a known id, arguments are the last call's only if no other one of that index can still take them. */
function isGuess({ id }: CallPiece, open: StreamedCall | undefined, neighbours: readonly StreamedCall[]): boolean {
  if (open === undefined || (id !== null && id === open.id)) return false;
  return (
    neighbours.some((call) => call !== open && !isComplete(call.arguments)) ||
    (neighbours.length > 1 && isComplete(open.arguments))
  );
}

function relationOf(piece: CallPiece, open: StreamedCall): 'continues' | 'begins' | 'unclear' {
  if (piece.name === '' || open.name === '') return 'continues';
  if (piece.id !== null && open.id !== null && piece.id !== open.id) return 'begins';
  const same = piece.id !== null && piece.id === open.id;
  const repeats = piece.name === open.name;
  // Some servers repeat the name in every piece.
  if (open.arguments === '') return repeats && (same || piece.arguments !== '') ? 'continues' : 'unclear';
  if (!isComplete(open.arguments)) return repeats ? 'continues' : 'unclear';
  return same && repeats ? (piece.arguments === '' ? 'continues' : 'unclear') : 'begins';
}

function addTo(call: StreamedCall, { id, name, arguments: given }: CallPiece): void {
  call.id ??= id;
  call.name ||= name;
  if (isJsonObject(given)) call.arguments = given;
  else if (typeof call.arguments === 'string') call.arguments += given;
}

function isComplete(given: string | JsonObject): boolean {
  return typeof given !== 'string' || parseJson(given) !== undefined;
}
