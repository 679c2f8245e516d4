import { type ComponentChildren, cloneElement, isValidElement, toChildArray } from 'preact';

/** How a part that scrolls is called: by the id of its heading, or by its own words. */
type Label = { readonly 'aria-labelledby': string } | { readonly 'aria-label': string };

/** A part that may be wider than the page: it scrolls by itself, also by keyboard. */
export function scrolled(label: Label, content: ComponentChildren): ComponentChildren {
  return (
    <div class="scroll" tabindex={0} role="group" {...label}>
      {content}
    </div>
  );
}

/** A table that scrolls, with a head for each column. */
export function scrolledTable(
  label: Label,
  heads: readonly string[],
  rows: ComponentChildren[],
  attributes: { readonly class?: string } = {},
): ComponentChildren {
  const columns = heads.map((head) => <th scope="col">{head}</th>);
  return scrolled(
    label,
    <table {...attributes}>
      <thead>
        <tr>{columns}</tr>
      </thead>
      <tbody>{rows.map((row) => withHeads(row, heads))}</tbody>
    </table>,
  );
}

/** Each cell names its column: on a phone, rows are lists. */
function withHeads(row: ComponentChildren, heads: readonly string[]): ComponentChildren {
  if (!isValidElement(row)) return row;
  const cells = toChildArray(row.props.children).map((cell, column) =>
    isValidElement(cell) ? cloneElement(cell, { 'data-head': heads[column] ?? '' }) : cell,
  );
  return cloneElement(row, {}, cells);
}
