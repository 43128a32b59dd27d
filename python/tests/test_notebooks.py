"""Every notebook runs from top to bottom, and is stored with its outputs.

The tour runs always, the others with `ALLSMALL_LONG=1`, as `./test --long` sets it.
"""

import os
import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    if "openspiel" in path.stem:
        pytest.importorskip("pyspiel")
    if path.stem != "1-tour":
        if not os.environ.get("ALLSMALL_LONG"):
            pytest.skip("runs in ./test --long")
        pytest.importorskip("matplotlib")
    notebook = nbformat.read(path, as_version=4)
    stored = texts(notebook)
    # From the folder of the notebooks, as a reader starts them.
    where = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    # The other notebooks print by pandas and matplotlib, whose versions differ.
    if path.stem == "1-tour":
        assert texts(notebook) == stored, "notebooks/execute stores the outputs"


def texts(notebook):
    """All outputs as plain text, without measured times."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    found = [output["data"]["text/plain"] for output in outputs if "data" in output]
    return [re.sub(r"'seconds': [\d.e-]+", "", text) for text in found]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_with_its_outputs(path):
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), "notebooks/execute stores them"
    outputs = [output for cell in cells for output in cell.outputs]
    assert outputs and all(output.output_type != "error" for output in outputs)
    assert not re.search(r"/home/|/root/|/tmp/|/usr/|site-packages", path.read_text(encoding="utf-8"))
