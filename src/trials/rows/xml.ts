import { SaxesParser } from 'saxes';
import { errorMessage } from '#common/error-message.ts';

/** An element with its attributes and what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The root of a document, or why it can't be read, a sentence part. */
export type XmlReading = { readonly root: XmlElement } | { readonly problem: string };

interface Open extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads the XML that test runners write: elements, attributes, text and CDATA. Documents that could define entities are refused, so
 * that nothing in one can grow.
 */
export function readXml(source: string): XmlReading {
  const document: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const inner = () => open.at(-1) ?? document;
  // Version 1.1 lets a runner write control characters by their numbers.
  const parser = new SaxesParser({ defaultXMLVersion: '1.1', forceXMLVersion: true, xmlns: false });
  parser.on('doctype', () => parser.fail('it has a document type'));
  parser.on('opentag', ({ name, attributes }) => {
    // Some writers have a namespace, or capitals.
    const tag = name.replace(/^.*:/, '').toLowerCase();
    const element: Open = { name: tag, attributes, children: [], text: '' };
    inner().children.push(element);
    if (open.push(element) > DEEPEST) parser.fail(`elements are nested more than ${DEEPEST} levels deep`);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    const { name } = inner();
    // The end of a test may be missing: its text is then the rest of the next one's tag.
    if (/^test(?:case|suites?)$/.test(name) && text.trim() !== '')
      parser.fail(`text in <${name}>, which holds elements alone`);
    inner().text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    // What a terminal would colour by is no text, and no runner means to end its file there.
    parser.write(withSurrogates(source).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd')).close();
  } catch (error) {
    return { problem: errorMessage(error) };
  }
  return { root: document.children[0] ?? document };
}

const DEEPEST = 50;

/** Some writers give both halves of a character beyond the first 65,536 a number. */
function withSurrogates(source: string): string {
  const halves = source.replaceAll(/&#(x[\da-f]+|\d+);/gi, (reference, number: string) => {
    const unit = Number(`0${number}`);
    return unit >= 0xd800 && unit <= 0xdfff ? String.fromCharCode(unit) : reference;
  });
  return halves.toWellFormed();
}
