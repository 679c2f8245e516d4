import { cosine } from '#cases/matching/similarity/cosine.ts';
import { cutEnd } from '#common/cut.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import { EMBEDDING_CHECK } from '#trials/checks/custom-checks.ts';
import { isBlank } from '#trials/checks/response/silence.ts';
import { gradeSimilarity, NO_ANSWER } from '#trials/checks/response/similar.ts';
import { type Judgement, unjudged } from '#trials/checks/terms/judgement.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import type { ErrorClass } from '#trials/trial/trial.ts';
import type { Usage } from '#trials/trial/usage.ts';
import { type EmbeddingModel, ModelCallError, type TrialAttempt } from '#wire/ports.ts';
import type { CallFault, ModelCall } from '#wire/protocols/model-call.ts';

/** @param spend told what a call cost, if one is made */
type Embed = (text: string, signal: AbortSignal, spend: (usage: Usage) => void) => Promise<readonly number[] | Trouble>;

/** Why there is no embedding. */
interface Trouble {
  readonly class: ErrorClass;
  readonly message: string;
}

/** Judges similarity by the embeddings of a model. Every text is asked for once in a run. */
export function embeddingSimilarity(model: EmbeddingModel): NonNullable<CustomChecks['embedding']> {
  const embed = remember((text, signal, spend) => askFor(text, model, { signal, spend }));
  return async ({ to, min }, answer, signal) => {
    const spent: Usage[] = [];
    const judgement = await judge(answer, to, min, (text) => embed(text, signal, (usage) => spent.push(usage)));
    const [first, ...more] = spent;
    return {
      result: { name: EMBEDDING_CHECK, ...judgement },
      usage: first === undefined ? null : more.reduce(addUsage, first),
    };
  };
}

async function judge(
  answer: string | null,
  to: readonly string[],
  min: number,
  embed: (text: string) => ReturnType<Embed>,
): Promise<Judgement> {
  // Providers refuse an empty text.
  if (answer === null || isBlank(answer)) return NO_ANSWER;
  const outcomes = await Promise.all([answer, ...to].map(embed));
  const trouble = outcomes.find(isTrouble);
  if (trouble !== undefined) return missing(trouble);
  const [own = [], ...others] = outcomes.flatMap((item) => (isTrouble(item) ? [] : [item]));
  const similarities = others.flatMap((other) => cosine(own, other) ?? []);
  if (similarities.length < to.length)
    return missing({ class: 'provider', message: 'the embeddings of two texts can’t be compared' });
  return gradeSimilarity(Math.max(0, ...similarities), min, answer);
}

function missing({ class: error_class, message }: Trouble): Judgement {
  return { ...unjudged('no_embedding', { kind: 'no_embedding', problem: message }), error_class };
}

function isTrouble(outcome: readonly number[] | Trouble): outcome is Trouble {
  return 'class' in outcome;
}

/** What went wrong may go right for the next trial. */
function remember(embed: Embed): Embed {
  const known = new Map<string, ReturnType<Embed>>();
  return (text, signal, spend) => {
    let outcome = known.get(text);
    if (outcome === undefined) {
      outcome = embed(text, signal, spend).then((vector) => {
        if (isTrouble(vector)) known.delete(text);
        return vector;
      });
      if (known.size < MOST_REMEMBERED) known.set(text, outcome);
    }
    return outcome;
  };
}

const MOST_REMEMBERED = 20_000;
/** A model of embeddings reads a few thousand words; longer answers are compared by their beginning. */
const LONGEST_TEXT = 20_000;

/** All texts of a run are one attempt, so that each is stored once. */
const ATTEMPT: TrialAttempt = { trial: { case_id: 'texts', index: 1 } };

async function askFor(
  text: string,
  model: EmbeddingModel,
  { signal, spend }: { readonly signal: AbortSignal; readonly spend: (usage: Usage) => void },
): Promise<readonly number[] | Trouble> {
  const calls: ModelCall[] = [];
  const onCall = (call: ModelCall): void => {
    calls.push(call);
    if (call.usage !== null) spend(call.usage);
  };
  try {
    const context = { ledger: 'judge', attempt: ATTEMPT, onWait: () => {}, onCall } as const;
    return await model.embed(cutEnd(text.toWellFormed(), LONGEST_TEXT), context, signal);
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    return troubleOf(calls.at(-1)?.fault ?? null, cutEnd(error.message, LONGEST_QUOTE));
  }
}

const LONGEST_QUOTE = 400;

/** The provider's own class where it has one. */
function troubleOf(fault: CallFault | null, fallback: string): Trouble {
  const message = fault?.message ?? fallback;
  switch (fault?.kind) {
    case 'rate_limit':
    case 'network':
    case 'budget':
    case 'replay_miss':
      return { class: fault.kind, message };
    case 'aborted':
      return { class: 'cancelled', message };
    default:
      return { class: 'provider', message };
  }
}
