import type { Prose } from '#domain/gate/reason-code.ts';
import type { ReasonWords } from './words.ts';

/** Words that a rule still makes itself. */
export function formerWords(prose: Prose): ReasonWords {
  const { headline, message } = typeof prose === 'string' ? { headline: prose, message: prose } : prose;
  const isOpen = headline.startsWith(OPEN);
  const [short, long] = isOpen ? [headline, message].map((text) => text.slice(OPEN.length)) : [headline, message];
  const words = short ?? headline;
  const whole = long ?? message;
  const rest = whole.startsWith(words) ? whole.slice(words.length) : whole;
  const evidence = rest.startsWith(' (') ? rest.slice(2, -1) : rest.replace(/^[,;:] /, '');
  return {
    headline: words,
    message: whole,
    evidence,
    plain: whole.replace(/[:,]? \(?p [=<] [\d.]+(?:, boundary [\d.]+)?\)?/g, ''),
    ...(isOpen && { opening: "can't tell" as const }),
  };
}

const OPEN = "can't tell: ";
