import { expect, test } from 'vitest';
import { renderHtml } from '#report/html/render-html.tsx';
import { JUDGED_SITUATIONS } from '../judged-situations.ts';
import { htmlInputOf } from './shop-html.ts';

test('a trial that the judge fails shows its criterion, the votes and the evidence, as text', () => {
  const situation = JUDGED_SITUATIONS['judged-failure'];
  if (situation === undefined) throw new Error('there is a judged failure');
  const hostile = JSON.parse(JSON.stringify(situation).replaceAll('**tomorrow**', '<img src=x>tomorrow'));
  const [page = ''] = renderHtml(htmlInputOf(hostile)).split('<script type="application/json"');
  expect(page).toContain(
    'the judge finds &quot;grounded&quot; not met (2 of 2 votes): “Your 39.99 arrive &lt;img src=x>tomorrow @everyone”',
  );
  expect(page).not.toContain('<img');
});
