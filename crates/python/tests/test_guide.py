"""The guide says what the package says."""

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide.ipynb"


def said(cell: nbformat.NotebookNode) -> list[str]:
    """What a cell has printed and shown, pictures by their kind."""
    texts = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            texts.append(output["text"])
        else:
            assert output["output_type"] != "error", output["evalue"]
            kinds = sorted(output["data"])
            text = output["data"].get("text/plain", "")
            # A census and a figure are told by their pictures: their texts hold times and sizes.
            is_picture = "image/png" in kinds or text.startswith("[CensusRow")
            texts.append(f"{kinds} {'' if is_picture else text}")
    # What depends on how a search goes, and not on what is true, is told by being there.
    if "varies" in cell["metadata"].get("tags", []):
        return [text.split(" ")[0] and "something" for text in texts]
    return [re.sub(r"\s+", " ", text).strip() for text in texts]


def test_every_cell_says_what_the_guide_says() -> None:
    guide = nbformat.read(GUIDE, as_version=4)
    told = [said(cell) for cell in guide.cells]
    assert sum(bool(outputs) for outputs in told) > 12, "the guide was written down without its outputs"
    NotebookClient(guide, timeout=300, kernel_name="python3").execute()
    for cell, outputs in zip(guide.cells, told, strict=True):
        assert said(cell) == outputs, cell["source"]
