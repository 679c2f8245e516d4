import { isJsonObject, type Json } from '#common/json.ts';
import { parseJsonText } from '#common/json-text.ts';
import type { CaseData } from '#report/html/data/case-data.ts';
import type { CaseFacts } from '#report/html/data/case-facts.ts';
import { type SharedTexts, withTexts } from '#report/html/data/shared-texts.ts';

/** The data that lies packed in the page. */
export interface CaseBlocks {
  readonly facts: readonly CaseFacts[];
  /** Unpacks the trials of a case when they are first asked for. @throws with words for the reader */
  readonly read: (index: number) => Promise<CaseData>;
  /** Everything that was said in the trials of a case, in small letters; `null` until all are read. */
  readonly textOf: (index: number) => string | null;
  /** How many trials have a text to search, and of how many. */
  readonly covered: () => { readonly texts: number; readonly trials: number };
  /** Reads all cases for a search. */
  readonly readTexts: () => Promise<void>;
}

/** Finds the data in the page. */
export function caseBlocks(): CaseBlocks {
  const facts = parseJsonText(document.getElementById('facts')?.textContent ?? '[]') as unknown as readonly CaseFacts[];
  const packed = [...document.querySelectorAll('script.block')];
  const known = new Map<number, Promise<CaseData>>();
  const texts: string[] = [];
  const covered = { texts: 0, trials: 0 };
  let reading: Promise<void> | null = null;
  const read = (index: number): Promise<CaseData> => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const data = unpack(packed[index]?.textContent ?? null);
    known.set(index, data);
    return data;
  };
  const readTexts = async (): Promise<void> => {
    for (const index of facts.keys()) {
      const data = await read(index).catch(() => null);
      const trials = [...(data?.here ?? []), ...(data?.main ?? [])];
      covered.trials += trials.length;
      covered.texts += trials.filter(({ seen }) => seen.kind !== 'none').length;
      texts[index] = stringsOf(data as Json)
        .join('\n')
        .toLowerCase();
    }
  };
  return {
    facts,
    read,
    textOf: (index) => texts[index] ?? null,
    covered: () => covered,
    readTexts: () => {
      reading ??= readTexts();
      return reading;
    },
  };
}

async function unpack(block: string | null): Promise<CaseData> {
  if (block === null) throw new Error('This file holds no trials of the case.');
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser can’t unpack the trials (it has no DecompressionStream); a newer one can.');
  }
  try {
    const bytes = Uint8Array.from(atob(JSON.parse(block)), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const shared = parseJsonText(await new Response(stream).text()) as unknown as SharedTexts;
    return withTexts(shared) as unknown as CaseData;
  } catch {
    throw new Error('The trials of this case can’t be read: this file is damaged. Download it again.');
  }
}

function stringsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item: Json) => stringsOf(item));
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]) : [];
}
