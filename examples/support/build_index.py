"""Writes knowledge.index, the search index over knowledge/*.md; the config runs it once, under `setup`."""
import json
import re
from pathlib import Path


def terms(text: str) -> set:
    """Stemmed words of at least four letters."""
    return {re.sub(r"(ing|ed|s|y)$", "", word) for word in re.findall(r"[a-z]{4,}", text.lower())}


def article(path: Path) -> dict:
    title, text = path.read_text(encoding="utf-8").strip().split("\n", 1)
    words = {"title_terms": sorted(terms(title)), "terms": sorted(terms(text))}
    return {"id": path.stem, "title": title.removeprefix("# "), "text": " ".join(text.split()), **words}


if __name__ == "__main__":
    articles = [article(path) for path in sorted(Path("knowledge").glob("*.md"))]
    Path("knowledge.index").write_text(json.dumps(articles), encoding="utf-8")
    print(f"{len(articles)} articles indexed")
