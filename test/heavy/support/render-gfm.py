"""JSON list of Markdown on standard input to a list of HTML, by GitHub's own fork of cmark, as comments are before GitHub sanitises them."""
import json
import sys

import cmarkgfm
from cmarkgfm.cmark import Options

# Comments break lines where the text does; without UNSAFE the renderer would hide raw HTML that it should show.
options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_HARDBREAKS | Options.CMARK_OPT_FOOTNOTES
extensions = ["table", "autolink", "strikethrough", "tasklist"]
texts = json.load(sys.stdin)
json.dump([cmarkgfm.markdown_to_html_with_extensions(text, options, extensions) for text in texts], sys.stdout)
