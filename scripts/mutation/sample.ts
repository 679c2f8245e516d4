import { createHash } from 'node:crypto';

/** The parts of StrykerJS's mutant that name it. */
interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly replacement: string;
}

/** Lets a random sample of the mutants through: the same for the same seed and code. The others count as not compiled. */
class Sample {
  readonly #chosen = new Set<string>();

  async init(): Promise<void> {}

  /** Is given all mutants at once, before any is checked. */
  async group(mutants: readonly Mutant[]): Promise<readonly (readonly string[])[]> {
    const order = mutants.map((mutant) => ({ id: mutant.id, rank: rankOf(mutant) }));
    order.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    for (const { id } of order.slice(0, Number(process.env['MUTATION_SAMPLE']))) this.#chosen.add(id);
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: readonly Mutant[]): Promise<Readonly<Record<string, object>>> {
    const left = { status: 'compileError', reason: NOT_SAMPLED };
    return Object.fromEntries(mutants.map(({ id }) => [id, this.#chosen.has(id) ? { status: 'passed' } : left]));
  }
}

/** Why a mutant was not tried. */
export const NOT_SAMPLED = 'not in the sample';

/** What StrykerJS loads. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];

function rankOf({ fileName, location, replacement }: Mutant): string {
  const { line, column } = location.start;
  const file = fileName.replace(/^.*\/src\//, '');
  return createHash('sha256')
    .update([process.env['MUTATION_SEED'], file, line, column, replacement].join('\0'))
    .digest('hex');
}
