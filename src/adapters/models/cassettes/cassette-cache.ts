import type { Entry } from './cassette-document.ts';
import { CassetteError } from './cassette-error.ts';
import type { CassetteFolder } from './cassette-folder.ts';

/** The answers of one case while they are in memory. */
interface Cassette {
  /** `null` in place of a list: there is no file. */
  entries: readonly Entry[] | null;
  /** True when the file is behind. */
  changed: boolean;
  /** Characters, roughly. */
  length: number;
}

/** Cassettes in use. What one case is asked happens in the order it was asked. */
export interface CassetteCache {
  /** @throws CassetteError when the case's file can't be read. */
  use<T>(caseId: string, act: (cassette: Cassette) => T): Promise<T>;
  /**
   * Writes what has changed.
   *
   * @throws CassetteError the first of the run that could not be written.
   */
  close(): Promise<void>;
}

/** When a cassette is put back into its file. */
export interface CassetteCacheOptions {
  /** Milliseconds without use after which a case counts as done. */
  readonly idle_ms: number;
  /** Characters of cassettes in memory, at most, unless a single one is longer. */
  readonly room: number;
}

interface Slot {
  /** All that was asked so far. Never rejects. */
  tail: Promise<unknown>;
  /** Uses that wait or run. */
  waiting: number;
  cassette: Cassette | null;
  timer: NodeJS.Timeout | undefined;
}

/** A cache over a folder: cassettes are read when they are first used, and written and dropped when they are done. */
export function createCassetteCache(folder: CassetteFolder, { idle_ms, room }: CassetteCacheOptions): CassetteCache {
  /** The case used last stands last. */
  const slots = new Map<string, Slot>();
  let failure: CassetteError | null = null;

  function use<T>(caseId: string, act: (cassette: Cassette) => T): Promise<T> {
    const slot = slots.get(caseId) ?? {
      tail: Promise.resolve(),
      waiting: 0,
      cassette: null,
      timer: undefined,
    };
    slots.delete(caseId);
    slots.set(caseId, slot);
    clearTimeout(slot.timer);
    slot.waiting += 1;
    const done = slot.tail.then(async () => act(await loaded(caseId, slot)));
    slot.tail = done.then(noted, noted);
    return done;

    function noted(): void {
      slot.waiting -= 1;
      if (slot.waiting > 0) return;
      slot.timer = setTimeout(() => put(caseId, slot), idle_ms).unref();
      makeRoom();
    }
  }

  async function loaded(caseId: string, slot: Slot): Promise<Cassette> {
    if (slot.cassette !== null) return slot.cassette;
    const read = await folder.read(caseId);
    slot.cassette = { entries: read?.entries ?? null, changed: false, length: read?.length ?? 0 };
    return slot.cassette;
  }

  function makeRoom(): void {
    let held = 0;
    for (const { cassette } of slots.values()) held += cassette?.length ?? 0;
    for (const [caseId, slot] of slots) {
      if (held <= room || slots.size === 1) return;
      if (slot.waiting > 0 || slot.cassette === null) continue;
      held -= slot.cassette.length;
      put(caseId, slot);
    }
  }

  /** Back into the file, and out of memory unless somebody asks for it meanwhile. */
  function put(caseId: string, slot: Slot): Promise<unknown> {
    clearTimeout(slot.timer);
    slot.tail = slot.tail.then(async () => {
      await save(caseId, slot);
      slot.cassette = null;
      if (slot.waiting === 0 && slots.get(caseId) === slot) slots.delete(caseId);
    });
    return slot.tail;
  }

  async function save(caseId: string, { cassette }: Slot): Promise<void> {
    if (cassette?.changed !== true) return;
    try {
      await folder.write(caseId, cassette.entries ?? []);
    } catch (error) {
      failure ??= error instanceof CassetteError ? error : new CassetteError(String(error));
    }
  }

  return {
    use,
    async close() {
      await Promise.all([...slots].map(([caseId, slot]) => put(caseId, slot)));
      if (failure !== null) throw failure;
    },
  };
}
