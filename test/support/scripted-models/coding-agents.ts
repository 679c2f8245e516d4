import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, resultsIn, thisTurn, userTexts } from './reading.ts';

/** Repairs the file that it is told of: it reads it, writes it, and says so. It rounds money where a skill says that, and only there. */
export const codingAgents: ModelScript = (request) => {
  const path = /src\/[\w-]+\.mjs/.exec(userTexts(request)[0] ?? '')?.[0] ?? '';
  const [read, write] = resultsIn(thisTurn(request));
  if (read === undefined) return { calls: [{ name: 'read_file', arguments: { path } }] };
  const repair = REPAIRS[path];
  if (repair === undefined) throw new Error(`nobody knows how to repair ${path}`);
  const text = read.text.replace(repair.search, inCents(request, repair));
  return write === undefined
    ? { calls: [{ name: 'write_file', arguments: { path, text } }] }
    : { text: `Repaired ${path}.` };
};

interface Repair {
  readonly search: string;
  readonly replacement: string;
  /** The replacement is an amount of money. */
  readonly isMoney?: true;
}

function inCents(request: ScriptRequest, { replacement, isMoney }: Repair): string {
  const rounds = isMoney === true && isTold(request, /must round it to whole cents/);
  return rounds ? `Math.round((${replacement}) * 100) / 100` : replacement;
}

const REPAIRS: Readonly<Record<string, Repair>> = {
  'src/total.mjs': { search: '{ price }) => sum + price', replacement: '{ price, count }) => sum + price * count' },
  'src/free-shipping.mjs': { search: '> 50', replacement: '>= 50' },
  'src/stock.mjs': { search: 'stock > wanted', replacement: 'stock >= wanted' },
  'src/slug.mjs': { search: "replace(' '", replacement: "replaceAll(' '" },
  'src/month.mjs': { search: 'getUTCMonth()', replacement: 'getUTCMonth() + 1' },
  'src/sizes.mjs': { search: 'sort()', replacement: 'sort((one, other) => one - other)' },
  'src/tax.mjs': { search: 'price * 0.19', replacement: 'price * 1.19', isMoney: true },
  'src/change.mjs': { search: 'price - paid', replacement: 'paid - price', isMoney: true },
  'src/discount.mjs': {
    search: 'price - price * percent',
    replacement: 'price - (price * percent) / 100',
    isMoney: true,
  },
};
