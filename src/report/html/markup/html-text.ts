import { type ComponentChildren, Fragment, h } from 'preact';
import { render } from 'preact-render-to-string';

/** Markup as HTML. What HTML can't hold becomes the sign for it. */
export function htmlText(markup: ComponentChildren): string {
  return render(h(Fragment, null, markup))
    .toWellFormed()
    .replaceAll('\u0000', '\uFFFD');
}
