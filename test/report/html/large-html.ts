import { randomBytes } from 'node:crypto';
import type { HtmlInput } from '#report/html/data/html-input.ts';
import { mixed, shopCase, shopHere, shopMain, WRONG_AMOUNT } from '../shop.ts';
import { htmlInputOf, madeCall, wholeTrajectory, withIds } from './shop-html.ts';

/** A hundred cases with ten trials on both sides, each with `noise` bytes that no compression makes smaller; one case broke. */
export function largeHtml(noise: number): HtmlInput {
  const ids = Array.from({ length: 100 }, (_, index) => `case-${index}`);
  const ten = Array.from({ length: 10 }, () => ({}));
  const side = (base: typeof shopHere, isBroken: boolean) => {
    const cases = ids.map((id, index) => {
      const trials = isBroken && id === 'case-7' ? mixed(0, 10, WRONG_AMOUNT) : ten;
      return shopCase(id, index, {}, trials);
    });
    return withIds({ ...base(), looks: [10], cases });
  };
  const stored = () =>
    new Map(ids.flatMap((id) => ten.map((_, index) => [`${id}#${index + 1}`, noisy(id, noise)] as const)));
  return htmlInputOf(
    { candidate: side(shopHere, true), baseline: side(shopMain, false) },
    { here: stored(), main: stored() },
  );
}

function noisy(id: string, noise: number) {
  return wholeTrajectory({
    input: `A question about ${id}. ${'The customer tells a long story. '.repeat(20)}`,
    output: `An answer: ${randomBytes(Math.ceil(noise / 2)).toString('base64')}`,
    tool_calls: Array.from({ length: 6 }, (_, step) =>
      madeCall('search', { topic: id, page: step }, { result: { hits: `${id} ${step} ${'found text '.repeat(40)}` } }),
    ),
  });
}
