import type { HtmlInput } from '#report/html/data/html-input.ts';
import { htmlInputOf, madeCall, wholeTrajectory, withIds } from '#test/report/html/shop-html.ts';
import { mixed, shopHere, shopMain } from '#test/report/shop.ts';
import { saying } from '#test/support/worded.ts';

/** A report of cases whose agent says hostile things wherever a text of its own is shown. */
export function hostileHtml(texts: readonly string[]): HtmlInput {
  const ids = texts.map((_, index) => `hostile/${index + 1}`);
  const side = (base: typeof shopHere, isBroken: boolean) => {
    const results = base();
    const cases = texts.map((text, index) => {
      const [first] = results.cases;
      if (first === undefined) throw new Error('the shop has no case');
      const check = { id: text, name: 'custom', fact: saying(text, text) };
      const trials = isBroken ? mixed(0, 5, check).map((facts) => ({ ...facts, cause: text })) : [{}, {}, {}, {}, {}];
      const records = shopMain({ cases: { [first.id]: trials } }).cases.find(({ id }) => id === first.id)?.trials ?? [];
      return {
        ...first,
        id: ids[index] ?? '',
        name: text,
        tags: [text],
        source: { file: text, line: 1 },
        trials: records,
      };
    });
    return withIds({ ...results, cases });
  };
  const stored = (isHere: boolean): HtmlInput['here'] =>
    new Map(
      ids.flatMap((id, index) =>
        [1, 2, 3, 4, 5].map((trial) => {
          const text = texts[index] ?? '';
          const call = madeCall(text, { [text]: isHere ? text : 'fine' }, { result: text });
          const whole = wholeTrajectory({
            input: text,
            output: text,
            tool_calls: [call],
            model_calls: [
              { step: 1, model: text, started_ms: 0, duration_ms: 5, usage: null, request: [isHere ? 'here' : 'main'] },
            ],
          });
          return [
            `${id}#${trial}`,
            { ...whole, trajectory: { ...whole.trajectory, log: text, stderr: text } },
          ] as const;
        }),
      ),
    );
  const all = texts.join('\n');
  const segments = new Map(
    ['main', 'here'].map((hash) => [hash, { hash, kind: 'tool', label: all, text: `${hash}\n${all}` }] as const),
  );
  return htmlInputOf(
    { candidate: side(shopHere, true), baseline: side(shopMain, false), facts: { notes: texts } },
    { here: stored(true), main: stored(false), segments },
  );
}
