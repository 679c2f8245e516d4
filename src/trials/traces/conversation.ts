import { groupBy } from '#common/group-by.ts';
import { canonicalJson } from '#common/json.ts';
import { plural } from '#common/words.ts';
import { accountOfSpan } from './account-of-span.ts';
import type { SpanAccount, TracedCall } from './namings/naming.ts';
import type { Span, Trace } from './otlp/read-otlp.ts';

/** What the user said, and what the agent did until the user spoke again. */
export interface TracedTurn {
  readonly input: string;
  /** In the order of their requests. */
  readonly calls: readonly TracedCall[];
  /** `null`: the trace has none. */
  readonly answer: string | null;
}

/** A conversation as a trace tells it; none of its texts is trusted. */
export interface TracedConversation {
  readonly turns: readonly [TracedTurn, ...TracedTurn[]];
  /** What of the trace is left out, sentences. */
  readonly notes: readonly string[];
}

type Item =
  | { readonly kind: 'user' | 'answer'; readonly text: string }
  | { readonly kind: 'call'; readonly call: TracedCall };

/** A model call or the work of an agent, with what was said there. */
interface Carrier {
  readonly kind: 'model' | 'agent';
  readonly items: readonly Item[];
  readonly problems: readonly string[];
}

/**
 * Puts a conversation together from the spans of a trace. Model calls repeat what was said before: what several of them hold
 * counts once. Agents around them count only if no model call holds messages. Runs of tools add the calls that no message has.
 * `problem`: there is no conversation, a sentence part; `null`: the trace is not of an agent.
 */
export function conversationOf({ spans }: Trace): TracedConversation | { readonly problem: string | null } {
  const accounts = spans.flatMap((span): { span: Span; account: SpanAccount }[] => {
    const account = accountOfSpan(span);
    return account === null ? [] : [{ span, account }];
  });
  if (accounts.length === 0) return { problem: null };
  const insideTools = belowOf(
    spans,
    new Set(accounts.filter(({ account }) => account.kind === 'tool').map(({ span }) => span.id)),
  );
  const own = accounts.filter(({ span }) => !insideTools.has(span.id));
  const all = own.flatMap(({ account }) => carrierOf(account) ?? []);
  const speaking = all.filter(({ items }) => items.some(({ kind }) => kind === 'user'));
  const models = all.filter(({ kind }) => kind === 'model');
  const carriers = speaking.some(({ kind }) => kind === 'model') ? models : all.filter(({ kind }) => kind === 'agent');
  const problems = [...new Set((carriers.length > 0 ? carriers : all).flatMap((carrier) => carrier.problems))];
  const [main, ...others] = conversations(carriers).toSorted((a, b) => weight(b) - weight(a));
  if (main === undefined) return { problem: problems.length > 0 ? problems.join('; ') : NO_CONTENT };

  const items: Item[] = [];
  for (const carrier of main) absorb(items, carrier.items);
  const elsewhere: Item[] = [];
  for (const carrier of others.flat()) absorb(elsewhere, carrier.items);
  const runs = own.flatMap(({ account }): Item[] =>
    account.kind === 'tool' ? [{ kind: 'call', call: account.call }] : [],
  );
  absorb(
    items,
    runs.filter((run) => items.some((item) => isSame(item, run)) || !elsewhere.some((item) => isSame(item, run))),
  );
  const [first, ...rest] = turnsOf(items);
  if (first === undefined) return { problem: NO_CONTENT };
  const notes = [
    ...problems.map((problem) => `${problem}; it is left out`),
    ...(others.length === 0 ? [] : [`${plural(others.length, 'other conversation')} of the same trace: left out`]),
    ...(own.length === accounts.length
      ? []
      : [`${plural(accounts.length - own.length, 'span')} inside of tools: left out`]),
  ];
  return { turns: [first, ...rest], notes };
}

const NO_CONTENT =
  'no text of a user: the trace was recorded without the content of messages; turn its capture on in the instrumentation ' +
  '(OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, recordInputs of the AI SDK)';

/** The spans below any of these. */
function belowOf(spans: readonly Span[], roots: ReadonlySet<string>): ReadonlySet<string> {
  const children = groupBy(spans, ({ parent }) => parent);
  const below = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const child of children.get(id) ?? []) {
      if (below.has(child.id)) continue;
      below.add(child.id);
      open.push(child.id);
    }
  return below;
}

function carrierOf(account: SpanAccount): Carrier | null {
  if (account.kind === 'tool') return null;
  const items = account.messages.flatMap((event): Item[] => {
    if (event.kind === 'user') return event.text.trim() === '' ? [] : [{ kind: 'user', text: event.text }];
    if (event.kind !== 'model') return [];
    const calls = event.calls.map((call): Item => ({ kind: 'call', call }));
    return event.text.trim() === '' ? calls : [{ kind: 'answer', text: event.text }, ...calls];
  });
  return items.length === 0 && account.problems.length === 0 ? null : { ...account, items };
}

/** Carriers that share a text of the user are of one conversation; those without one are of the conversation before them. */
function conversations(carriers: readonly Carrier[]): readonly (readonly Carrier[])[] {
  const groups: { readonly texts: Set<string>; readonly carriers: Carrier[] }[] = [];
  for (const carrier of carriers) {
    const texts = carrier.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    const known =
      texts.length === 0 ? groups.at(-1) : groups.find((item) => texts.some((text) => item.texts.has(text)));
    if (known === undefined && texts.length === 0) continue;
    const conversation = known ?? { texts: new Set(), carriers: [] };
    if (known === undefined) groups.push(conversation);
    for (const text of texts) conversation.texts.add(text);
    conversation.carriers.push(carrier);
  }
  return groups.map((item) => item.carriers);
}

/** An agent's own conversation calls tools; next to it are those of guards, titles and the like. */
function weight(carriers: readonly Carrier[]): number {
  const calls = carriers.flatMap(({ items }) => items).filter(({ kind }) => kind === 'call').length;
  return calls * 1000 + carriers.length;
}

/** Adds what the list does not have yet; an item that is there as often as it comes counts as had. */
function absorb(list: Item[], more: readonly Item[]): void {
  const had = [...list];
  for (const item of more) {
    const at = had.findIndex((each) => isSame(each, item));
    if (at === -1) list.push(item);
    else had.splice(at, 1);
  }
}

function isSame(a: Item, b: Item): boolean {
  if (a.kind !== 'call' || b.kind !== 'call')
    return a.kind !== 'call' && a.kind === b.kind && 'text' in b && a.text === b.text;
  if (a.call.id !== null && b.call.id !== null) return a.call.id === b.call.id;
  if (a.call.name !== b.call.name) return false;
  const [left, right] = [a.call.arguments, b.call.arguments];
  return left === null || right === null || canonicalJson(left) === canonicalJson(right);
}

/** Messages of the user that follow one another are one turn: no answer came between them. */
function turnsOf(items: readonly Item[]): readonly TracedTurn[] {
  const turns: { input: string; calls: TracedCall[]; answer: string | null }[] = [];
  let before: Item['kind'] | null = null;
  const early: TracedCall[] = [];
  for (const item of items) {
    const last = turns.at(-1);
    if (item.kind === 'user' && before === 'user' && last !== undefined) last.input += `\n\n${item.text}`;
    else if (item.kind === 'user') turns.push({ input: item.text, calls: [], answer: null });
    else if (item.kind === 'call') (last?.calls ?? early).push(item.call);
    else if (last !== undefined) last.answer = item.text;
    before = item.kind;
  }
  turns[0]?.calls.unshift(...early);
  return turns;
}
