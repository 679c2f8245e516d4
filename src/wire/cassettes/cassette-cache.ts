import type { Entry } from './cassette-document.ts';
import { CassetteError } from './cassette-error.ts';
import type { CassetteFolder } from './cassette-folder.ts';

/** The answers of one case in memory. */
interface Cassette {
  /** `null` instead of a list: there is no file. */
  entries: readonly Entry[] | null;
  /** True if the file is out of date. */
  changed: boolean;
  /** Approximate number of characters. */
  length: number;
}

/** Cassettes in memory. Requests for one case are served in order. */
export interface CassetteCache {
  /** @throws CassetteError if the case's file can't be read. */
  use<T>(caseId: string, act: (cassette: Cassette) => T): Promise<T>;
  /**
   * Writes every changed cassette.
   *
   * @throws CassetteError the first one of the run that could not be written.
   */
  close(): Promise<void>;
}

/** When a cassette is written and freed. */
export interface CassetteCacheOptions {
  /** Milliseconds without use after which a case counts as done. */
  readonly idle_ms: number;
  /** Most characters of cassettes in memory, unless a single one is longer. */
  readonly room: number;
}

interface Slot {
  /** All requests so far. Never rejects. */
  tail: Promise<unknown>;
  /** Requests that wait or run. */
  waiting: number;
  cassette: Cassette | null;
  timer: NodeJS.Timeout | undefined;
}

/** A cache over a folder: cassettes are read on first use, and written and freed when they are done. */
export function createCassetteCache(folder: CassetteFolder, { idle_ms, room }: CassetteCacheOptions): CassetteCache {
  /** Ordered by last use. */
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
    const done = slot.tail.then(async () => act(await loadCassette(caseId, slot)));
    slot.tail = done.then(release, release);
    return done;

    function release(): void {
      slot.waiting -= 1;
      if (slot.waiting > 0) return;
      slot.timer = setTimeout(() => put(caseId, slot), idle_ms).unref();
      makeRoom();
    }
  }

  async function loadCassette(caseId: string, slot: Slot): Promise<Cassette> {
    if (slot.cassette !== null) return slot.cassette;
    const read = await folder.read(caseId);
    slot.cassette = { entries: read?.entries ?? null, changed: false, length: read?.length ?? 0 };
    return slot.cassette;
  }

  function makeRoom(): void {
    let length = 0;
    for (const { cassette } of slots.values()) length += cassette?.length ?? 0;
    for (const [caseId, slot] of slots) {
      if (length <= room || slots.size === 1) return;
      if (slot.waiting > 0 || slot.cassette === null) continue;
      length -= slot.cassette.length;
      void put(caseId, slot);
    }
  }

  /** Writes the file, and frees the memory unless the case is used meanwhile. */
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
