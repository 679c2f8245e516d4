"""Markdown on standard input to HTML, by GitHub's own fork of cmark, as comments are rendered before GitHub sanitises them."""
import sys

import cmarkgfm
from cmarkgfm.cmark import Options

# Comments break lines where the text does; without UNSAFE the renderer would hide raw HTML that it should show.
options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_HARDBREAKS | Options.CMARK_OPT_FOOTNOTES
extensions = ["table", "autolink", "strikethrough", "tasklist"]
sys.stdout.write(cmarkgfm.markdown_to_html_with_extensions(sys.stdin.read(), options, extensions))
